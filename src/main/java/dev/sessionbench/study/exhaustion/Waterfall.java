package dev.sessionbench.study.exhaustion;

import dev.sessionbench.base.model.Nanos;
import java.util.Comparator;
import java.util.List;

/**
 * The spans of one transaction over time, those of less than a tenth of a millisecond aside.
 *
 * @param scenario of which scenario it is
 * @param bars its spans, in the order of their start
 */
public record Waterfall(int scenario, List<Bar> bars) {
  private static final long SHORTEST_NANOS = 100_000;

  /**
   * A span.
   *
   * @param name its name
   * @param fromMillis when it began, from the start of the transaction
   * @param toMillis when it ended
   * @param events what happened in it
   */
  public record Bar(String name, double fromMillis, double toMillis, List<Mark> events) {}

  /**
   * Something that happened.
   *
   * @param text what
   * @param atMillis when, from the start of the transaction
   */
  public record Mark(String text, double atMillis) {}

  static Waterfall of(TracedSpan root, List<TracedSpan> trace) {
    long start = root.startNanos();
    return new Waterfall(
        root.scenario(),
        trace.stream()
            // Once it has its session, the client opens an empty span of the wait at every use.
            .filter(span -> span.endNanos() - span.startNanos() >= SHORTEST_NANOS)
            .sorted(
                Comparator.comparingLong(TracedSpan::startNanos)
                    .thenComparing(span -> -span.endNanos()))
            .map(span -> bar(span, start))
            .toList());
  }

  private static Bar bar(TracedSpan span, long start) {
    return new Bar(
        span.name(),
        millis(span.startNanos() - start),
        millis(span.endNanos() - start),
        span.events().stream()
            .map(event -> new Mark(event.text(), millis(event.atNanos() - start)))
            .toList());
  }

  private static double millis(long nanos) {
    return nanos / Nanos.PER_MILLI;
  }
}
