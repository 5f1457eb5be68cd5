package com.google.cloud.spanner;

import java.time.Duration;

/**
 * The one door to what the client keeps package-private: the options that force a pool of regular
 * sessions, and the state of that pool.
 *
 * <p>It stands in the client's own package because Java gives no other way in; the client's own
 * benchmarks do the same. Nothing else of this project may be put here.
 */
public final class SessionPoolBridge {
  private SessionPoolBridge() {}

  /**
   * Options for a pool of regular sessions, with multiplexed sessions switched off for reads,
   * writes and partitioned operations.
   *
   * @param minSessions sessions created at start
   * @param maxSessions the limit
   * @param incStep sessions added when all are busy
   * @return the options
   * @throws IllegalStateException if multiplexed sessions are on all the same, because an
   *     environment variable overrides the setters
   */
  public static SessionPoolOptions regularSessions(int minSessions, int maxSessions, int incStep) {
    SessionPoolOptions options =
        SessionPoolOptions.newBuilder()
            .setMinSessions(minSessions)
            .setMaxSessions(maxSessions)
            .setIncStep(incStep)
            .setUseMultiplexedSession(false)
            .setUseMultiplexedSessionForRW(false)
            .setUseMultiplexedSessionPartitionedOps(false)
            .build();
    if (options.getUseMultiplexedSession()) {
      throw new IllegalStateException(
          "GOOGLE_CLOUD_SPANNER_MULTIPLEXED_SESSIONS forces multiplexed sessions, which leave the"
              + " pool unused: unset it or set it to false");
    }
    return options;
  }

  /**
   * The same options for a pool that looks after itself more often than the client's 10 s, and that
   * gives up idle sessions sooner than after the client's 55 min.
   *
   * @param options the options
   * @param loopMillis how often the pool's maintainer runs, in milliseconds, at least 1
   * @param removeIdleAfter how long a session may be idle
   * @return the changed options
   */
  public static SessionPoolOptions withUpkeep(
      SessionPoolOptions options, long loopMillis, Duration removeIdleAfter) {
    return options.toBuilder()
        .setLoopFrequency(loopMillis)
        .setRemoveInactiveSessionAfterDuration(removeIdleAfter)
        .build();
  }

  /**
   * The label {@code client_id} of the client's metrics.
   *
   * @param client a client made by this library
   * @return its id
   */
  public static String clientId(DatabaseClient client) {
    return ((DatabaseClientImpl) client).clientId;
  }

  /**
   * All sessions of the pool, idle and in use.
   *
   * @param client a client made by this library
   * @return their number
   */
  public static int totalSessions(DatabaseClient client) {
    return ((DatabaseClientImpl) client).pool.totalSessions();
  }

  /**
   * The idle sessions of the pool.
   *
   * @param client a client made by this library
   * @return their number
   */
  public static int idleSessions(DatabaseClient client) {
    return ((DatabaseClientImpl) client).pool.getNumberOfSessionsInPool();
  }

  /**
   * The sessions that the pool has asked for and not yet received.
   *
   * @param client a client made by this library
   * @return their number
   */
  public static int sessionsBeingCreated(DatabaseClient client) {
    return ((DatabaseClientImpl) client).pool.getNumberOfSessionsBeingCreated();
  }
}
