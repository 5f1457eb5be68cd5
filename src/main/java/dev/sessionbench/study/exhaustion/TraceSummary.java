package dev.sessionbench.study.exhaustion;

import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.study.exhaustion.SpanLog.TracedSpan;
import io.opencensus.trace.TraceId;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Summarises the traces of all transactions.
 *
 * @param transactions how many transactions are known
 * @param traced how many of them have a trace
 * @param spans how many spans there are
 * @param starved how many traced ones found no session and sent their first call more than {@value
 *     #STARVED_MILLIS} ms later, by the study's own clock
 * @param shown how many of these have the client's span {@value #WAIT} in their trace
 * @param withoutCreation for how many of these no session was created
 * @param stalled how many sent it as late although a session was there at once, by their trace.
 *     They waited for their thread's turn or the garbage collector
 * @param fast an example that did not wait; null if there is none
 * @param starvedExample the example that waited longest; null if there is none
 */
public record TraceSummary(
    long transactions,
    long traced,
    long spans,
    long starved,
    long shown,
    long withoutCreation,
    long stalled,
    @Nullable Waterfall fast,
    @Nullable Waterfall starvedExample) {
  /** The client's span of a wait for a session. */
  static final String WAIT = "SessionPool.WaitForSession";

  private static final String CREATING = "Creating sessions";

  /** The client's message if a session was idle, and only then. */
  private static final String AT_ONCE = "Acquired session";

  private static final long STARVED_MILLIS = 5;
  private static final long STARVED_NANOS = STARVED_MILLIS * 1_000_000;

  /**
   * Summarises the spans.
   *
   * @param transactions how many transactions were made in scenarios that ended
   * @param spans all spans
   */
  static TraceSummary of(long transactions, List<TracedSpan> spans) {
    Map<TraceId, List<TracedSpan>> traces =
        spans.stream().collect(Collectors.groupingBy(TracedSpan::trace));
    List<TracedSpan> roots = spans.stream().filter(TracedSpan::isTransaction).toList();
    Map<Boolean, List<List<TracedSpan>>> late =
        roots.stream()
            .filter(root -> root.waitNanos() > STARVED_NANOS)
            .map(root -> traces.getOrDefault(root.trace(), List.of()))
            .collect(
                Collectors.partitioningBy(trace -> trace.stream().anyMatch(s -> s.has(AT_ONCE))));
    List<List<TracedSpan>> starved = late.getOrDefault(false, List.of());
    // Writes show more: they have spans for the update and the commit.
    List<TracedSpan> writes = roots.stream().filter(root -> root.name().endsWith("write")).toList();
    Optional<TracedSpan> fast =
        writes.stream()
            .filter(root -> root.waitNanos() <= STARVED_NANOS)
            .skip(roots.size() / 20)
            .findFirst();
    Optional<TracedSpan> slow =
        writes.stream()
            .max(Comparator.comparingLong(TracedSpan::waitNanos))
            .filter(root -> root.waitNanos() > STARVED_NANOS);
    Function<TracedSpan, Waterfall> waterfall =
        root -> Waterfall.of(root, traces.getOrDefault(root.trace(), List.of()));
    return new TraceSummary(
        // A stopped scenario has traces, but its transactions are not counted.
        Math.max(transactions, roots.size()),
        roots.size(),
        spans.size(),
        starved.size(),
        starved.stream()
            .filter(trace -> trace.stream().anyMatch(s -> s.name().equals(WAIT)))
            .count(),
        starved.stream().filter(trace -> trace.stream().noneMatch(s -> s.has(CREATING))).count(),
        late.getOrDefault(true, List.of()).size(),
        fast.map(waterfall).orElse(null),
        slow.map(waterfall).orElse(null));
  }

  /** What the traces show, in one line. */
  String text() {
    return "Traces: %d of %d transactions, %d spans; %d of %d starved ones show the wait, %d of them without a session being created for it; %d more were late although they had a session at once"
        .formatted(traced, transactions, spans, shown, starved, withoutCreation, stalled);
  }

  /**
   * The spans of one transaction over time, without those below a tenth of a millisecond.
   *
   * @param scenario its scenario
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
     */
    public record Bar(String name, double fromMillis, double toMillis) {}

    static Waterfall of(TracedSpan root, List<TracedSpan> trace) {
      long start = root.startNanos();
      return new Waterfall(
          root.scenario(),
          trace.stream()
              // The client opens an empty span of the wait at every later use of a session.
              .filter(span -> span.endNanos() - span.startNanos() >= SHORTEST_NANOS)
              .sorted(
                  Comparator.comparing(TracedSpan::startNanos).thenComparing(s -> -s.endNanos()))
              .map(span -> bar(span, start))
              .toList());
    }

    private static Bar bar(TracedSpan span, long start) {
      double from = (span.startNanos() - start) / Nanos.PER_MILLI;
      return new Bar(span.name(), from, (span.endNanos() - start) / Nanos.PER_MILLI);
    }
  }
}
