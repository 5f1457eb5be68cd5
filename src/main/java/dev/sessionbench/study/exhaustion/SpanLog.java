package dev.sessionbench.study.exhaustion;

import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.bench.load.Operation.Kind;
import io.opencensus.common.Scope;
import io.opencensus.common.Timestamp;
import io.opencensus.trace.AttributeValue;
import io.opencensus.trace.Span;
import io.opencensus.trace.TraceId;
import io.opencensus.trace.Tracing;
import io.opencensus.trace.config.TraceParams;
import io.opencensus.trace.export.SpanData;
import io.opencensus.trace.export.SpanExporter;
import io.opencensus.trace.samplers.Samplers;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Collects the spans of all transactions, as an exporter of OpenCensus. */
final class SpanLog extends SpanExporter.Handler implements AutoCloseable {
  private static final String NAME = SpanLog.class.getName();

  /** OpenCensus hands spans over every five seconds, or when there are many. */
  private static final long PATIENCE_NANOS = 12_000_000_000L;

  private static final long POLL_NANOS = 20_000_000;

  private final ConcurrentLinkedQueue<TracedSpan> spans = new ConcurrentLinkedQueue<>();
  private final AtomicLong transactions = new AtomicLong();

  /**
   * Traces every transaction instead of one in ten thousand, and collects the spans until it is
   * closed.
   */
  SpanLog() {
    TraceParams traced =
        TraceParams.DEFAULT.toBuilder().setSampler(Samplers.alwaysSample()).build();
    Tracing.getTraceConfig().updateActiveTraceParams(traced);
    Tracing.getExportComponent().getSpanExporter().registerHandler(NAME, this);
  }

  @Override
  public void export(Collection<SpanData> ended) {
    List<TracedSpan> more = ended.stream().map(TracedSpan::of).toList();
    spans.addAll(more);
    transactions.addAndGet(more.stream().filter(TracedSpan::isTransaction).count());
  }

  /**
   * Waits until the spans of this many transactions have come, or no more will.
   *
   * @return all spans so far
   */
  List<TracedSpan> await(long expected) {
    var unused =
        SystemTime.CLOCK.await(() -> transactions.get() >= expected, POLL_NANOS, PATIENCE_NANOS);
    return List.copyOf(spans);
  }

  @Override
  public void close() {
    Tracing.getExportComponent().getSpanExporter().unregisterHandler(NAME);
    Tracing.getTraceConfig().updateActiveTraceParams(TraceParams.DEFAULT);
  }

  /**
   * The parts of a span that the study uses.
   *
   * @param trace the trace, one for each transaction
   * @param name its name
   * @param startNanos when it began; only differences within a trace are meaningful
   * @param endNanos when it ended
   * @param events what happened in it, in order
   * @param scenario the scenario, on the transaction's own span; 0 on others
   * @param waitNanos how long the transaction waited for its session; also 0 on others
   */
  record TracedSpan(
      TraceId trace,
      String name,
      long startNanos,
      long endNanos,
      List<String> events,
      int scenario,
      long waitNanos) {
    /** Converts an ended span from the exporter. */
    static TracedSpan of(SpanData data) {
      Stream<String> events =
          data.getAnnotations().getEvents().stream().map(e -> e.getEvent().getDescription());
      return new TracedSpan(
          data.getContext().getTraceId(),
          data.getName().intern(),
          nanos(data.getStartTimestamp()),
          nanos(Objects.requireNonNull(data.getEndTimestamp())),
          events.map(String::intern).toList(),
          (int) number(data, TransactionSpans.SCENARIO),
          number(data, TransactionSpans.WAIT_NANOS));
    }

    private static long nanos(Timestamp time) {
      return TimeUnit.SECONDS.toNanos(time.getSeconds()) + time.getNanos();
    }

    private static long number(SpanData data, String attribute) {
      @Nullable AttributeValue value = data.getAttributes().getAttributeMap().get(attribute);
      return value == null
          ? 0
          : value.match(text -> 0L, yes -> 0L, whole -> whole, fraction -> 0L, other -> 0L);
    }

    boolean isTransaction() {
      return name.startsWith(TransactionSpans.NAME);
    }

    boolean has(String event) {
      return events.contains(event);
    }
  }

  /**
   * Opens a span of the application around each transaction. The client attaches its wait for a
   * session to the span that the thread has open when it blocks. Without one the wait would be in a
   * trace of its own.
   *
   * @param scenario the number of the scenario, from 1
   */
  record TransactionSpans(int scenario) {
    /** The prefix of these spans' names. */
    static final String NAME = "leaderboard.";

    static final String SCENARIO = "scenario";
    static final String WAIT_NANOS = "waitNanos";

    /** Opens a span; the returned function ends it, given how long the transaction waited. */
    @SuppressWarnings("MustBeClosed") // It is closed when the transaction ends, on the same thread.
    LongConsumer begin(Kind kind) {
      String name = NAME + kind.name().toLowerCase(Locale.ROOT);
      Span span = Tracing.getTracer().spanBuilderWithExplicitParent(name, null).startSpan();
      Scope scope = Tracing.getTracer().withSpan(span);
      return waitNanos -> {
        span.putAttributes(
            Map.of(
                SCENARIO, AttributeValue.longAttributeValue(scenario),
                WAIT_NANOS, AttributeValue.longAttributeValue(waitNanos)));
        scope.close();
        span.end();
      };
    }
  }
}
