package dev.sessionbench.lab.strategy;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.lab.strategy.Foresight.Use;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a pool would do that knew the load beforehand: a bound for all others, which none can have.
 * It fills the minimum at the opening and then sends what its {@link Plan} has found, so that every
 * session is there when it is first wanted and as few requests are made as can be.
 *
 * <p>It does nothing besides, so with a server that is slower than was assumed, or fails, callers
 * wait.
 */
final class Clairvoyant implements GrowthStrategy {
  private final Channels channels = new Channels(Traits.UNLIMITED);
  private final List<Request> requests;
  private long openedNanos;
  private int done;

  Clairvoyant(Plan plan) {
    this.requests = plan.requests();
  }

  @Override
  public Traits traits() {
    return Traits.QUEUED;
  }

  @Override
  public List<Creation> decide(PoolView pool, PoolEvent event) {
    List<Creation> creations = new ArrayList<>();
    if (event instanceof PoolEvent.Opened) {
      openedNanos = pool.nowNanos();
      creations.addAll(channels.spread(pool, pool.limits().minSessions()));
    }
    while (nextTickNanos() <= pool.nowNanos()) {
      creations.addAll(channels.inTurn(pool, requests.get(done).sessions()));
      done++;
    }
    return creations;
  }

  @Override
  public long nextTickNanos() {
    return done == requests.size() ? NEVER : openedNanos + requests.get(done).sentNanos();
  }

  /**
   * A request.
   *
   * @param sentNanos when it leaves, in nanoseconds from the opening; negative where even a request
   *     at the opening comes too late
   * @param dueNanos when its first session is wanted, in nanoseconds from the opening
   * @param sessions how many it asks for
   */
  record Request(long sentNanos, long dueNanos, int sessions) {}

  /**
   * The fewest requests that give every caller of a known load its session at once.
   *
   * <p>Uses in progress at time t are those with {@code wanted <= t < wanted + held}; their largest
   * number until t says how many sessions there must be by then. Each rise of it above the minimum
   * is a session with a due time. The earliest that no request covers yet gets a request whose
   * answer comes at that moment, and which carries all that are due until {@code early} later, at
   * most {@code maxBatch}; and so on. Taking the earliest first is optimal, as for covering points
   * by intervals.
   *
   * <p>A use that takes no time is taken to last one nanosecond.
   *
   * @param requests in the order of their sending
   * @param peak the most uses at once: the fewest sessions with which nobody waits
   */
  record Plan(List<Request> requests, int peak) {
    /**
     * Plans for a load in which nobody's waiting changes what comes later.
     *
     * @param limits the bounds of the pool
     * @param foresight the load, in any order, and the time of a request
     * @param earlyNanos how long before its time a session may be there at most, in nanoseconds
     * @param maxBatch the most sessions of one request, at least 1
     * @throws BadInput if the load is not known or is more than the pool can hold, so that there is
     *     no such plan
     */
    static Plan of(Limits limits, Foresight foresight, long earlyNanos, int maxBatch) {
      List<Use> uses = foresight.uses();
      if (uses.isEmpty()) {
        throw new BadInput(
            "strategy=clairvoyant: must know the load beforehand; it is for loads whose arrivals do"
                + " not depend on the pool, in virtual time");
      }
      long[] wanted = uses.stream().mapToLong(Use::wantedNanos).sorted().toArray();
      long[] ended =
          uses.stream()
              .mapToLong(use -> use.wantedNanos() + Math.max(1, use.heldNanos()))
              .sorted()
              .toArray();
      long[] rises = rises(wanted, ended);
      int peak = rises.length;
      if (peak > limits.maxSessions()) {
        throw new BadInput(
            ("maxSessions=%d: the load uses %d sessions at once, so callers must wait and the"
                    + " clairvoyant bound bounds nothing; it must be at least %d")
                .formatted(limits.maxSessions(), peak, peak));
      }
      List<Request> requests = new ArrayList<>();
      int first = limits.minSessions();
      while (first < peak) {
        long due = rises[first];
        int end = first;
        while (end < peak && end - first < maxBatch && rises[end] - due <= earlyNanos) {
          end++;
        }
        requests.add(new Request(due - foresight.creationNanos(), due, end - first));
        first = end;
      }
      return new Plan(List.copyOf(requests), peak);
    }

    /** The moments at which more are in use than ever before. */
    private static long[] rises(long[] wanted, long[] ended) {
      long[] rises = new long[wanted.length];
      int most = 0;
      int over = 0;
      for (int i = 0; i < wanted.length; i++) {
        // A use that ends when another begins makes room for it.
        while (over < ended.length && ended[over] <= wanted[i]) {
          over++;
        }
        if (i + 1 - over > most) {
          rises[most] = wanted[i];
          most++;
        }
      }
      return Arrays.copyOf(rises, most);
    }
  }
}
