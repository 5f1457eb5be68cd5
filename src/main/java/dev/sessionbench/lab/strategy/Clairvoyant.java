package dev.sessionbench.lab.strategy;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.bench.load.LoadPlan;
import dev.sessionbench.lab.strategy.Foresight.Use;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Knows the load beforehand, as no real pool can. It fills the minimum at the opening, then sends
 * the requests of its {@link Plan}. Every session is there when it is first wanted, with as few
 * requests as possible.
 *
 * <p>It does nothing else. So callers wait if the server fails or is slower than assumed.
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
   * @param sentNanos when it leaves, in nanoseconds from the opening; negative if even a request at
   *     the opening comes too late
   * @param dueNanos when its first session is wanted, in nanoseconds from the opening
   * @param sessions how many it asks for
   */
  record Request(long sentNanos, long dueNanos, int sessions) {}

  /**
   * Finds the fewest requests that give every caller of a known load its session at once.
   *
   * <p>A use is in progress at time t if {@code wanted <= t < wanted + held}. The largest number of
   * uses in progress until t is the number of sessions needed by then. Each rise of that number
   * above the minimum is a session with a due time. The earliest session that no request covers
   * gets a request whose answer comes at that moment. The request carries all sessions due until
   * {@code early} later, at most {@code maxBatch}. This repeats until every session is covered.
   * Taking the earliest first is optimal, as for covering points by intervals.
   *
   * <p>A use that takes no time is taken to last one nanosecond.
   *
   * @param requests in the order of their sending
   * @param peak the most uses at once: the fewest sessions with which no caller waits
   */
  record Plan(List<Request> requests, int peak) {
    /**
     * Plans for a load in which waits do not change what comes later.
     *
     * @param limits the bounds of the pool
     * @param foresight the load, in any order, and the time of a request
     * @param earlyNanos how long before its time a session may be there at most, in nanoseconds
     * @param maxBatch the most sessions of one request, at least 1
     * @throws BadInput if the load is unknown or exceeds what the pool can hold
     */
    static Plan of(Limits limits, Foresight foresight, long earlyNanos, int maxBatch) {
      List<Use> uses = foresight.uses();
      BadInput.when(
          uses.isEmpty(),
          "strategy=clairvoyant: must know the load beforehand; it is for loads whose arrivals do"
              + " not depend on the pool, in virtual time");
      long[] wanted = uses.stream().mapToLong(Use::wantedNanos).toArray();
      ToLongFunction<Use> end = use -> use.wantedNanos() + Math.max(1, use.heldNanos());
      long[] rises = LoadPlan.newMaximums(wanted, uses.stream().mapToLong(end).toArray());
      int peak = rises.length;
      BadInput.when(
          peak > limits.maxSessions(),
          "maxSessions=%d: the load uses %d sessions at once, so callers must wait and the"
              + " clairvoyant bound bounds nothing; it must be at least %d",
          limits.maxSessions(),
          peak,
          peak);
      List<Request> requests = new ArrayList<>();
      int first = limits.minSessions();
      while (first < peak) {
        long due = rises[first];
        int next = first;
        while (next < peak && next - first < maxBatch && rises[next] - due <= earlyNanos) {
          next++;
        }
        requests.add(new Request(due - foresight.creationNanos(), due, next - first));
        first = next;
      }
      return new Plan(List.copyOf(requests), peak);
    }
  }
}
