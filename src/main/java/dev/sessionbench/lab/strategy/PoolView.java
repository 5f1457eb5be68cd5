package dev.sessionbench.lab.strategy;

import java.util.function.IntUnaryOperator;
import java.util.function.LongToIntFunction;

/**
 * Shows a strategy the pool at one moment. The functions are valid only during the decision.
 *
 * @param limits the bounds of the pool
 * @param idle live sessions that are idle
 * @param inUse live sessions that callers have
 * @param creating sessions asked for that have neither arrived nor been lost, whether their
 *     requests are on their way or wait to be sent
 * @param sessionsInFlight sessions of the requests on their way: a part of {@code creating}
 * @param waiting callers in the queue. It excludes the caller being decided about and callers tied
 *     to their own creation
 * @param nowNanos the time, in nanoseconds; only differences are meaningful
 * @param onChannel sessions of a channel, from 0, live and being created
 * @param idleFor how many sessions have been idle for at least this many nanoseconds
 */
public record PoolView(
    Limits limits,
    int idle,
    int inUse,
    int creating,
    int sessionsInFlight,
    int waiting,
    long nowNanos,
    IntUnaryOperator onChannel,
    LongToIntFunction idleFor) {
  /** Live sessions. */
  public int total() {
    return idle() + inUse();
  }

  /** Sessions that may still be asked for; negative in a pool above its limit. */
  public int room() {
    return limits().maxSessions() - total() - creating();
  }

  /**
   * Callers without a session and without one due. These are the waiters and the caller of the
   * event, less the sessions being created.
   *
   * @param event what has happened
   * @return 0 or less if enough are on their way
   */
  public int uncovered(PoolEvent event) {
    return waiting() + (event.isMiss() ? 1 : 0) - creating();
  }

  /** Sessions that the pool's minimum lacks; 0 or less if it lacks none. */
  public int missing() {
    return limits().minSessions() - total() - creating();
  }

  /**
   * Whether at least as many callers wait as sessions are being created. One more then has none
   * due.
   */
  public boolean allDueAreTaken() {
    return waiting() >= creating();
  }
}
