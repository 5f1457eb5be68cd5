package dev.sessionbench.lab.strategy;

import dev.sessionbench.base.model.Invalid;
import java.util.List;

/**
 * Decides how a pool grows: how many sessions it asks for, when, and by which requests.
 *
 * <p>A strategy only decides: it has no thread and no clock. Its answers depend only on the events
 * since it was made. One instance serves one pool, and is never called by two threads at once.
 *
 * <p>Every pool must follow these steps, with any strategy:
 *
 * <ol>
 *   <li>It passes on every {@link PoolEvent} as it happens, after it has changed its own state, and
 *       takes the requests decided. Their sessions count as {@link PoolView#creating()} at once, on
 *       their channels too. The pool checks no limit: a strategy must stay within the maximum
 *       itself. Before it sends a request it asks {@link #stillNeeded}, gives back what is no
 *       longer needed, and drops the request at 0.
 *   <li>A caller that misses joins the queue after the decision, unless {@link Traits#serving()}
 *       ties it to a request of its own. Sessions that arrive or come back go to the first waiter;
 *       without a waiter they are idle. A waiter that gives up takes back no request.
 *   <li>It wakes waiters as {@link Traits#waking()} says, until none is left to be asked.
 *   <li>A failed request no longer counts; {@link Traits#failure()} says who gets its error. A
 *       caller tied to another request never gets it. A pool does not send a failed request again.
 *   <li>After each decision and each sending it asks {@link #nextTickNanos()}. It sends {@link
 *       PoolEvent.Tick} at that moment, which replaces any earlier one. A closed pool need not.
 * </ol>
 */
public interface GrowthStrategy {
  /** Stands for a moment that never comes. */
  long NEVER = Long.MAX_VALUE;

  /** What the pool must do around the decisions; never changes. */
  Traits traits();

  /**
   * Decides what to ask for.
   *
   * @param pool the pool as it is now
   * @param event what has happened
   * @return the requests to send, in order; usually none
   */
  List<Creation> decide(PoolView pool, PoolEvent event);

  /**
   * How many sessions of a request are still wanted. Asked once, immediately before it is sent.
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
   * When this strategy wants its next tick.
   *
   * @return a moment of {@link PoolView#nowNanos()}; a past moment means as soon as possible,
   *     {@link #NEVER} not at all
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
