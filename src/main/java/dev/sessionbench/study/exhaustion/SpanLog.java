package dev.sessionbench.study.exhaustion;

import dev.sessionbench.base.model.SystemTime;
import io.opencensus.trace.Tracing;
import io.opencensus.trace.export.SpanData;
import io.opencensus.trace.export.SpanExporter;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** Collects the spans of all transactions, as an exporter of OpenCensus. */
final class SpanLog extends SpanExporter.Handler implements AutoCloseable {
  private static final String NAME = SpanLog.class.getName();

  /** OpenCensus hands spans over every five seconds, or when there are many. */
  private static final long PATIENCE_NANOS = 12_000_000_000L;

  private static final long POLL_NANOS = 20_000_000;

  private final ConcurrentLinkedQueue<TracedSpan> spans = new ConcurrentLinkedQueue<>();
  private final AtomicLong transactions = new AtomicLong();

  /**
   * Collects until it is closed.
   *
   * @param all whether everything is traced meanwhile; else it gets nothing
   */
  SpanLog(boolean all) {
    if (all) {
      TransactionSpans.traceAll();
      Tracing.getExportComponent().getSpanExporter().registerHandler(NAME, this);
    }
  }

  @Override
  public void export(Collection<SpanData> ended) {
    for (SpanData data : ended) {
      TracedSpan span = TracedSpan.of(data);
      spans.add(span);
      if (span.isTransaction()) {
        transactions.incrementAndGet();
      }
    }
  }

  /**
   * Waits until the spans of so many transactions have come, or no more will.
   *
   * @return all spans until now
   */
  List<TracedSpan> await(long expected) {
    long deadline = SystemTime.CLOCK.nanos() + PATIENCE_NANOS;
    while (transactions.get() < expected && SystemTime.CLOCK.nanos() - deadline < 0) {
      SystemTime.CLOCK.park(POLL_NANOS);
    }
    return List.copyOf(spans);
  }

  @Override
  public void close() {
    Tracing.getExportComponent().getSpanExporter().unregisterHandler(NAME);
    TransactionSpans.traceFew();
  }
}
