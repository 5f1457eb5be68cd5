package dev.sessionbench.study.exhaustion;

import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.study.exhaustion.SpanLog.TracedSpan;
import io.opencensus.trace.TraceId;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the traces of all transactions show.
 *
 * @param transactions how many are known to have been made
 * @param traced of how many the trace is there
 * @param spans how many spans
 * @param starved of those traced, how many found no session when they asked for one, and sent their
 *     first call more than {@value #STARVED_MILLIS} ms later by the study's own clock
 * @param shown in how many of these the trace has the client's span {@value #WAIT}
 * @param withoutCreation in how many of these no session was created for the transaction
 * @param stalled how many sent it as late though their trace says that a session was there at once:
 *     what they waited for was not a session, but their thread's turn, or the garbage collector
 * @param fast an example that did not wait; null where there is none
 * @param starvedExample the example that waited longest, likewise
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

  /** The client says so only where a session was idle. */
  private static final String AT_ONCE = "Acquired session";

  private static final long STARVED_MILLIS = 5;
  private static final long STARVED_NANOS = STARVED_MILLIS * 1_000_000;

  /**
   * Sums the spans up.
   *
   * @param transactions how many transactions were made in scenarios that came to their end
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
            .collect(Collectors.partitioningBy(TraceSummary::hadSessionAtOnce));
    List<List<TracedSpan>> starved = late.getOrDefault(false, List.of());
    // Writes have more to show: their spans are the update's and the commit's.
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
    return new TraceSummary(
        // Of a scenario that was stopped the traces are there, though its transactions are not.
        Math.max(transactions, roots.size()),
        roots.size(),
        spans.size(),
        starved.size(),
        starved.stream().filter(TraceSummary::showsWait).count(),
        starved.stream().filter(trace -> trace.stream().noneMatch(s -> s.has(CREATING))).count(),
        late.getOrDefault(true, List.of()).size(),
        waterfall(fast, traces),
        waterfall(slow, traces));
  }

  private static @Nullable Waterfall waterfall(
      Optional<TracedSpan> root, Map<TraceId, List<TracedSpan>> traces) {
    return root.map(span -> Waterfall.of(span, traces.getOrDefault(span.trace(), List.of())))
        .orElse(null);
  }

  /** What the traces show, in one line. */
  String text() {
    String all =
        "Traces: " + traced + " of " + transactions + " transactions, " + spans + " spans; ";
    String some = shown + " of " + starved + " starved ones show the wait, " + withoutCreation;
    String more = stalled + " more were late though a session was there at once";
    return all + some + " of them without a session being created for it; " + more;
  }

  private static boolean hadSessionAtOnce(List<TracedSpan> trace) {
    return trace.stream().anyMatch(span -> span.has(AT_ONCE));
  }

  private static boolean showsWait(List<TracedSpan> trace) {
    return trace.stream().anyMatch(span -> span.name().equals(WAIT));
  }

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
          (span.startNanos() - start) / Nanos.PER_MILLI,
          (span.endNanos() - start) / Nanos.PER_MILLI,
          span.events().stream()
              .map(event -> new Mark(event.text(), (event.atNanos() - start) / Nanos.PER_MILLI))
              .toList());
    }
  }
}
