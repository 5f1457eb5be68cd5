package dev.sessionbench.lab.strategy;

import dev.sessionbench.base.model.Invalid;
import java.util.List;

/**
 * How a pool grows: which sessions are asked for, when, and by which requests.
 *
 * <p>A strategy decides and does nothing else: it has no thread and no clock, and what it answers
 * depends on nothing but what it has been told since it was made. One instance serves one pool, and
 * is never asked by two threads at once.
 *
 * <p>What a pool must do, whatever the strategy:
 *
 * <ol>
 *   <li>It tells every {@link PoolEvent} as it happens, after it has changed its own state, and
 *       takes the requests that are decided. Their sessions count as {@link PoolView#creating()} at
 *       once, on their channels too. It checks no limit of its own: a strategy that stays within
 *       the maximum does so itself. Before it sends one it asks {@link #stillNeeded}, gives back
 *       what is no longer needed, and drops the request at 0.
 *   <li>A caller that misses joins the queue after the decision, unless {@link Traits#serving()}
 *       ties it to a request of its own. Sessions that arrive or come back go to the first waiter,
 *       and are idle when there is none. Giving up waiting takes back no request.
 *   <li>It wakes waiters as {@link Traits#waking()} says, until none is left to be asked.
 *   <li>A failed request no longer counts; who gets its error is {@link Traits#failure()}. Nobody
 *       who is tied to another request hears of it. A pool does not send a failed request again.
 *   <li>After each decision and each sending it asks {@link #nextTickNanos()} and tells {@link
 *       PoolEvent.Tick} then, in place of any moment named before. A pool that is closed need not.
 * </ol>
 */
public interface GrowthStrategy {
  /** Stands for a moment that never comes. */
  long NEVER = Long.MAX_VALUE;

  /** What the pool must do around the decisions; always the same. */
  Traits traits();

  /**
   * Decides what to ask for.
   *
   * @param pool the pool as it is now
   * @param event what has happened
   * @return the requests to send, in order; none most of the time
   */
  List<Creation> decide(PoolView pool, PoolEvent event);

  /**
   * How many sessions of a request are still wanted, asked once, immediately before it is sent.
   *
   * @param pool the pool as it is now; the request is in {@link PoolView#creating()} and not in
   *     {@link PoolView#sessionsInFlight()}
   * @param creation the request
   * @return from 0, which drops it, to its sessions
   */
  default int stillNeeded(PoolView pool, Creation creation) {
    return creation.sessions();
  }

  /**
   * When this strategy wants to be told the time next.
   *
   * @return a moment of {@link PoolView#nowNanos()}; one in the past is as soon as possible, {@link
   *     #NEVER} is not at all
   */
  default long nextTickNanos() {
    return NEVER;
  }

  /**
   * One request for new sessions.
   *
   * @param sessions how many it asks for, at least 1
   * @param channel on which gRPC channel, from 0
   */
  record Creation(int sessions, int channel) {
    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException naming what is wrong
     */
    public Creation {
      Invalid.when(sessions < 1, "a request for %d sessions: must be for at least 1", sessions);
      Invalid.when(channel < 0, "a request on channel %d: must be at least 0", channel);
    }
  }
}
