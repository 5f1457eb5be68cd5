package dev.sessionbench.lab.strategy;

/**
 * What a pool lets a strategy see of itself. It may be the pool itself: what it says holds only
 * while the strategy decides, so a strategy copies what it wants to remember.
 */
public interface PoolView {
  /** The bounds of the pool. */
  Limits limits();

  /** Live sessions that nobody uses. */
  int idle();

  /** Live sessions that callers have. */
  int inUse();

  /**
   * Sessions asked for and neither arrived nor lost: those of requests on their way and those of
   * requests that wait to be sent.
   */
  int creating();

  /** Sessions of the requests on their way: a part of {@link #creating()}. */
  int sessionsInFlight();

  /** Requests on their way. */
  int requestsInFlight();

  /**
   * Callers in the queue. The caller about whom a strategy is being asked is not counted; nor are
   * those who are tied to their own creation.
   */
  int waiting();

  /**
   * Sessions of a channel, live and being created.
   *
   * @param channel from 0
   */
  int onChannel(int channel);

  /**
   * Idle sessions that have not been used for some time.
   *
   * @param nanos how long, in nanoseconds
   * @return how many have been idle at least so long
   */
  int idleFor(long nanos);

  /** The time, in nanoseconds; only differences mean something. */
  long nowNanos();

  /** Live sessions. */
  default int total() {
    return idle() + inUse();
  }

  /** Sessions that may still be asked for; negative in a pool that has gone beyond its limit. */
  default int room() {
    return limits().maxSessions() - total() - creating();
  }

  /**
   * Callers without a session that have none due either: those waiting and the one that an event is
   * about, less the sessions being created.
   *
   * @param event what has happened
   * @return 0 or less where enough are on their way
   */
  default int uncovered(PoolEvent event) {
    return waiting() + (event.isMiss() ? 1 : 0) - creating();
  }

  /** Sessions that are missing to the pool's minimum; 0 or less where none is. */
  default int missing() {
    return limits().minSessions() - total() - creating();
  }

  /** Whether as many callers wait as sessions are being created, so that one more has none due. */
  default boolean allDueAreTaken() {
    return waiting() >= creating();
  }
}
