package dev.sessionbench.lab.strategy;

import java.util.function.IntUnaryOperator;
import java.util.function.LongToIntFunction;

/**
 * What a strategy sees of a pool at one moment. The functions hold only while the strategy decides.
 *
 * @param limits the bounds of the pool
 * @param idle live sessions that nobody uses
 * @param inUse live sessions that callers have
 * @param creating sessions asked for and neither arrived nor lost: those of requests on their way
 *     and those of requests that wait to be sent
 * @param sessionsInFlight sessions of the requests on their way: a part of {@code creating}
 * @param requestsInFlight requests on their way
 * @param waiting callers in the queue. The caller about whom a strategy is being asked is not
 *     counted; nor are those who are tied to their own creation
 * @param nowNanos the time, in nanoseconds; only differences mean something
 * @param onChannel sessions of a channel, from 0, live and being created
 * @param idleFor how many sessions have been idle for at least so many nanoseconds
 */
public record PoolView(
    Limits limits,
    int idle,
    int inUse,
    int creating,
    int sessionsInFlight,
    int requestsInFlight,
    int waiting,
    long nowNanos,
    IntUnaryOperator onChannel,
    LongToIntFunction idleFor) {
  /** Live sessions. */
  public int total() {
    return idle() + inUse();
  }

  /** Sessions that may still be asked for; negative in a pool that has gone beyond its limit. */
  public int room() {
    return limits().maxSessions() - total() - creating();
  }

  /**
   * Callers without a session that have none due either: those waiting and the one that an event is
   * about, less the sessions being created.
   *
   * @param event what has happened
   * @return 0 or less where enough are on their way
   */
  public int uncovered(PoolEvent event) {
    return waiting() + (event.isMiss() ? 1 : 0) - creating();
  }

  /** Sessions that are missing to the pool's minimum; 0 or less where none is. */
  public int missing() {
    return limits().minSessions() - total() - creating();
  }

  /** Whether as many callers wait as sessions are being created, so that one more has none due. */
  public boolean allDueAreTaken() {
    return waiting() >= creating();
  }
}
