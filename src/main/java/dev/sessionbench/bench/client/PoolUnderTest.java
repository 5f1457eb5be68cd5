package dev.sessionbench.bench.client;

import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.SystemTime;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A client with a session pool, as seen by the code that loads it and watches it grow. It serves
 * operations once it is opened.
 */
public interface PoolUnderTest extends SpannerOperations, AutoCloseable {
  /** Creates the pool, which starts to fill to its minimum. May be called once. */
  void open();

  /** What the pool holds now. */
  PoolState state();

  /**
   * The pool's own metrics now; {@link PoolMetrics#UNKNOWN} for a client that does not report any.
   */
  default PoolMetrics metrics() {
    return PoolMetrics.UNKNOWN;
  }

  /** What the pool has done; empty for a client that does not report it. */
  default Optional<PoolAccount> account() {
    return Optional.empty();
  }

  /**
   * The server's times while the pool fills, before anything is measured.
   *
   * @param measured its times during the load
   */
  default LatencyProfile filling(LatencyProfile measured) {
    return measured;
  }

  /** Ends the pool's own decisions after its load, for a pool that makes some as time passes. */
  default void retire() {}

  /**
   * Makes every session older, as if it had not been used, and then runs the pool's maintenance
   * once.
   *
   * @param idleSeconds by how much, in seconds
   * @return whether this client can do so
   */
  default boolean maintain(long idleSeconds) {
    return false;
  }

  /**
   * The call attempts of one method that have left this client, retries included.
   *
   * @param rpc the method
   * @return their number
   */
  long attempts(Rpc rpc);

  /** Gives up the sessions and waits until that is done. */
  @Override
  void close();

  /**
   * Waits until the pool has received all sessions that it has asked for.
   *
   * @param limitNanos how long to wait at most, in nanoseconds
   * @throws IllegalStateException if some have not arrived by then
   */
  default void awaitQuiescent(long limitNanos) {
    if (!SystemTime.CLOCK.await(() -> state().beingCreated() == 0, 100_000, limitNanos)) {
      throw new IllegalStateException(
          "the pool still waits for sessions after %d s: %s"
              .formatted(TimeUnit.NANOSECONDS.toSeconds(limitNanos), state()));
    }
  }

  /**
   * Counts the sessions of a pool at one moment.
   *
   * @param total sessions that are idle or in use
   * @param idle sessions waiting to be used
   * @param beingCreated sessions that were asked for and have not arrived
   */
  record PoolState(int total, int idle, int beingCreated) {
    /** No sessions. */
    public static final PoolState NONE = new PoolState(0, 0, 0);

    /** The sessions of two pools. */
    public PoolState plus(PoolState other) {
      return new PoolState(
          total + other.total, idle + other.idle, beingCreated + other.beingCreated);
    }
  }

  /**
   * Reports what one of the suite's own pools has done since it was opened, in addition to its
   * {@link PoolMetrics}.
   *
   * @param idleNanos the idle time summed over all sessions, in nanoseconds of an unscaled load
   * @param maxSessions most sessions alive at the same time
   * @param neverUsed sessions that were never acquired
   * @param closings when it gave up each session that it no longer has, on the clock of {@code
   *     SystemTime}
   * @param refused callers who were refused for another reason than a timeout
   */
  record PoolAccount(
      long idleNanos, long maxSessions, long neverUsed, List<Long> closings, long refused) {
    /** Copies the list. */
    public PoolAccount {
      closings = List.copyOf(closings);
    }

    /** The same account with another idle time, that of the load alone. */
    public PoolAccount idleFor(long nanos) {
      return new PoolAccount(nanos, maxSessions, neverUsed, closings, refused);
    }
  }

  /**
   * The pool's own metrics. The Spanner client exports them through OpenCensus under {@code
   * cloud.google.com/java/spanner/}, by the names in parentheses.
   *
   * @param maxInUse most sessions in use at the same time ({@code max_in_use_sessions})
   * @param inUse sessions in use ({@code num_sessions_in_pool}, type {@code num_in_use_sessions})
   * @param idle sessions idle ({@code num_sessions_in_pool}, type {@code num_read_sessions})
   * @param acquired regular sessions acquired since the start ({@code num_acquired_sessions})
   * @param released regular sessions released since the start ({@code num_released_sessions})
   * @param timeouts waits for a session that passed the client's limit ({@code
   *     get_session_timeouts})
   * @param multiplexedAcquired uses of a multiplexed session since the start
   */
  record PoolMetrics(
      long maxInUse,
      long inUse,
      long idle,
      long acquired,
      long released,
      long timeouts,
      long multiplexedAcquired) {
    /** The metrics of a client that does not report any. */
    public static final PoolMetrics UNKNOWN = new PoolMetrics(-1, -1, -1, -1, -1, -1, -1);
  }
}
