package dev.sessionbench.lab.grow;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.lab.strategy.FutureUse;
import dev.sessionbench.lab.strategy.Limits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The fewest requests that give every caller of a known load its session at once.
 *
 * <p>Uses in progress at time t are those with {@code wanted <= t < wanted + held}; their largest
 * number until t says how many sessions there must be by then. Each rise of it above the minimum is
 * a session with a due time. The earliest that no request covers yet gets a request whose answer
 * comes at that moment, and which carries all that are due until {@code early} later, at most
 * {@code maxBatch}; and so on. Taking the earliest first is optimal, as for covering points by
 * intervals.
 *
 * <p>A use that takes no time is taken to last one nanosecond.
 *
 * @param limits the bounds of the pool
 * @param requests in the order of their sending
 * @param peak the most uses at once: the fewest sessions with which nobody waits
 */
public record ClairvoyantPlan(Limits limits, List<Request> requests, int peak) {
  /**
   * A request.
   *
   * @param sentNanos when it leaves, in nanoseconds from the opening; negative where even a request
   *     at the opening comes too late
   * @param dueNanos when its first session is wanted, in nanoseconds from the opening
   * @param sessions how many it asks for
   */
  public record Request(long sentNanos, long dueNanos, int sessions) {}

  /**
   * How it is planned.
   *
   * @param creationNanos the time of a request, in nanoseconds, at least 0
   * @param earlyNanos how long before its time a session may be there at most, in nanoseconds, at
   *     least 0
   * @param maxBatch the most sessions of one request, at least 1
   */
  public record Tuning(long creationNanos, long earlyNanos, int maxBatch) {}

  /** Copies the requests. */
  public ClairvoyantPlan {
    requests = List.copyOf(requests);
  }

  /**
   * Plans for a load in which nobody's waiting changes what comes later.
   *
   * @param limits the bounds of the pool
   * @param uses the load, in any order
   * @param tuning how it is planned
   * @throws BadInput if the load is more than the pool can hold, so that there is no such plan
   */
  public static ClairvoyantPlan of(Limits limits, List<FutureUse> uses, Tuning tuning) {
    long[] wanted = uses.stream().mapToLong(FutureUse::wantedNanos).sorted().toArray();
    long[] ended =
        uses.stream()
            .mapToLong(use -> use.wantedNanos() + Math.max(1, use.heldNanos()))
            .sorted()
            .toArray();
    long[] dues = dues(wanted, ended, limits.minSessions());
    int peak = dues(wanted, ended, 0).length;
    if (peak > limits.maxSessions()) {
      throw new BadInput(
          ("maxSessions=%d: the load uses %d sessions at once, so callers must wait and the"
                  + " clairvoyant bound bounds nothing; it must be at least %d")
              .formatted(limits.maxSessions(), peak, peak));
    }
    List<Request> requests = new ArrayList<>();
    int first = 0;
    while (first < dues.length) {
      int end = first;
      while (end < dues.length
          && end - first < tuning.maxBatch()
          && dues[end] - dues[first] <= tuning.earlyNanos()) {
        end++;
      }
      requests.add(new Request(dues[first] - tuning.creationNanos(), dues[first], end - first));
      first = end;
    }
    return new ClairvoyantPlan(limits, requests, peak);
  }

  /** The moments at which more are in use than ever before, and more than a number. */
  private static long[] dues(long[] wanted, long[] ended, int above) {
    long[] dues = new long[wanted.length];
    int most = 0;
    int over = 0;
    for (int i = 0; i < wanted.length; i++) {
      // Who ends at the moment at which another begins makes room for it.
      while (over < ended.length && ended[over] <= wanted[i]) {
        over++;
      }
      int inUse = i + 1 - over;
      if (inUse > most) {
        most = inUse;
        dues[most - 1] = wanted[i];
      }
    }
    return most <= above ? new long[0] : Arrays.copyOfRange(dues, above, most);
  }
}
