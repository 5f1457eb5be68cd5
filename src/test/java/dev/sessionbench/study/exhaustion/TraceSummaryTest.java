package dev.sessionbench.study.exhaustion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.study.exhaustion.SpanLog.TracedSpan;
import dev.sessionbench.study.exhaustion.SpanLog.TransactionSpans;
import io.opencensus.trace.TraceId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TraceSummaryTest {
  private static final long MILLI = 1_000_000;
  private static final Random RANDOM = new Random(1);

  /** A transaction whose first call came late, with its events, and perhaps with a wait span. */
  private static List<TracedSpan> trace(long lateMillis, boolean waits, String... events) {
    TraceId trace = TraceId.generateRandomId(RANDOM);
    List<TracedSpan> spans = new ArrayList<>();
    spans.add(span(trace, TransactionSpans.NAME + "write", lateMillis));
    spans.add(span(trace, "CloudSpanner.ReadWriteTransaction", 0, events));
    if (waits) {
      spans.add(span(trace, TraceSummary.WAIT, 0));
    }
    return spans;
  }

  private static TracedSpan span(TraceId trace, String name, long waitMillis, String... events) {
    return new TracedSpan(trace, name, 0, 100 * MILLI, List.of(events), 1, waitMillis * MILLI);
  }

  private static final List<TracedSpan> AT_ONCE =
      trace(0, false, "Acquiring session", "Acquired session", "Using Session");
  private static final List<TracedSpan> STARVED =
      trace(90, true, "Acquiring session", "No session available", "Using Session");
  private static final List<TracedSpan> STALLED =
      trace(12, false, "Acquiring session", "Acquired session", "Using Session");

  private static TraceSummary of(List<List<TracedSpan>> traces) {
    return TraceSummary.of(traces.size(), traces.stream().flatMap(List::stream).toList());
  }

  @Test
  void aStalledThreadWithASessionIsNotStarved() {
    TraceSummary summary = of(List.of(AT_ONCE, STARVED, STALLED));
    assertThat(summary.starved()).isOne();
    assertThat(summary.shown()).isOne();
    assertThat(summary.stalled()).isOne();
    assertThat(summary.traced()).isEqualTo(3);
  }

  @Test
  void tracedTransactionsNeverExceedTheTotal() {
    TraceSummary summary =
        TraceSummary.of(1, Stream.of(AT_ONCE, STARVED).flatMap(List::stream).toList());
    assertThat(summary.transactions()).isEqualTo(2);
    assertThat(summary.traced()).isEqualTo(2);
  }

  @Test
  void aStarvedTransactionWithoutAWaitSpanCounts() {
    TraceSummary summary = of(List.of(trace(90, false, "Acquiring session"), trace(90, false)));
    assertThat(summary.starved()).isEqualTo(2);
    assertThat(summary.shown()).isZero();
    assertThat(summary.stalled()).isZero();
  }

  @Test
  void transactionsWithACreatedSessionAreCountedApart() {
    TraceSummary summary =
        of(List.of(STARVED, trace(30, true, "No session available", "Creating sessions")));
    assertThat(summary.starved()).isEqualTo(2);
    assertThat(summary.withoutCreation()).isOne();
  }
}
