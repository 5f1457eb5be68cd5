package dev.sessionbench.study.exhaustion;

import io.opencensus.trace.TraceId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the traces of all transactions show.
 *
 * @param transactions how many were made
 * @param traced of how many the trace is there
 * @param spans how many spans
 * @param starved of those traced, how many waited for their session for more than {@value
 *     #STARVED_MILLIS} ms by the study's own clock
 * @param shown in how many of these the trace has the client's span {@value #WAIT}
 * @param withoutCreation in how many of these no session was created for the transaction
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
    @Nullable Waterfall fast,
    @Nullable Waterfall starvedExample) {
  /** The client's span of a wait for a session. */
  static final String WAIT = "SessionPool.WaitForSession";

  private static final String CREATING = "Creating sessions";
  private static final long STARVED_MILLIS = 5;
  private static final long STARVED_NANOS = STARVED_MILLIS * 1_000_000;

  /** No traces. */
  static TraceSummary none(long transactions) {
    return new TraceSummary(transactions, 0, 0, 0, 0, 0, null, null);
  }

  /**
   * Sums the spans up.
   *
   * @param transactions how many transactions were made
   * @param spans all spans
   */
  static TraceSummary of(long transactions, List<TracedSpan> spans) {
    Map<TraceId, List<TracedSpan>> traces =
        spans.stream().collect(Collectors.groupingBy(TracedSpan::trace));
    List<TracedSpan> roots = spans.stream().filter(TracedSpan::isTransaction).toList();
    List<List<TracedSpan>> starved = new ArrayList<>();
    for (TracedSpan root : roots) {
      if (root.waitNanos() > STARVED_NANOS) {
        starved.add(traces.getOrDefault(root.trace(), List.of()));
      }
    }
    // Writes have more to show: their spans are the update's and the commit's.
    Optional<TracedSpan> fast =
        roots.stream()
            .filter(root -> root.waitNanos() <= STARVED_NANOS && root.name().endsWith("write"))
            .skip(roots.size() / 20)
            .findFirst();
    Optional<TracedSpan> slow =
        roots.stream()
            .filter(root -> root.name().endsWith("write"))
            .filter(root -> root.waitNanos() > STARVED_NANOS)
            .max(Comparator.comparingLong(TracedSpan::waitNanos));
    return new TraceSummary(
        transactions,
        roots.size(),
        spans.size(),
        starved.size(),
        starved.stream().filter(TraceSummary::showsWait).count(),
        starved.stream().filter(trace -> trace.stream().noneMatch(s -> s.has(CREATING))).count(),
        waterfall(fast, traces),
        waterfall(slow, traces));
  }

  private static @Nullable Waterfall waterfall(
      Optional<TracedSpan> root, Map<TraceId, List<TracedSpan>> traces) {
    return root.map(span -> Waterfall.of(span, traces.getOrDefault(span.trace(), List.of())))
        .orElse(null);
  }

  private static boolean showsWait(List<TracedSpan> trace) {
    return trace.stream().anyMatch(span -> span.name().equals(WAIT));
  }
}
