package dev.sessionbench.bench.client;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.SystemTime;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A client with a session pool, as those see it who put a load on it and watch it grow. It serves
 * operations once it has been opened.
 */
public interface PoolUnderTest extends SpannerOperations, AutoCloseable {
  /** Creates the pool, which starts to fill to its minimum. May be called once. */
  void open();

  /** What the pool holds now. */
  PoolState state();

  /** The pool's own metrics as of now; untold by a client that does not tell. */
  default PoolMetrics metrics() {
    return PoolMetrics.UNTOLD;
  }

  /** What the pool has done; nothing of a client that does not tell. */
  default Optional<PoolAccount> account() {
    return Optional.empty();
  }

  /**
   * Tells the pool that its load has ended: if it is one that decides by itself as time passes, it
   * decides nothing more.
   */
  default void retire() {}

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
   * Waits until the pool has received all the sessions that it has asked for.
   *
   * @param limitNanos how long to wait at most, in nanoseconds
   * @throws IllegalStateException if it has not by then
   */
  default void awaitQuiescent(long limitNanos) {
    long deadline = SystemTime.CLOCK.nanos() + limitNanos;
    while (state().beingCreated() > 0) {
      if (SystemTime.CLOCK.nanos() - deadline > 0) {
        throw new IllegalStateException(
            "the pool still waits for sessions after %d s: %s"
                .formatted(TimeUnit.NANOSECONDS.toSeconds(limitNanos), state()));
      }
      SystemTime.CLOCK.park(TimeUnit.MICROSECONDS.toNanos(100));
    }
  }

  /**
   * What the pool holds at one moment.
   *
   * @param total sessions idle or in use
   * @param idle sessions waiting to be used
   * @param beingCreated sessions asked for and not yet received
   */
  record PoolState(int total, int idle, int beingCreated) {}

  /**
   * What a pool of ours has done since it was opened, beside its {@link PoolMetrics}.
   *
   * @param idleNanos the time that sessions were idle, summed over the sessions, in nanoseconds of
   *     a load that was not stretched
   * @param maxSessions most sessions alive at the same time
   * @param neverUsed sessions that were lent to nobody
   * @param closings when it gave up each session that it no longer has, on the clock of {@code
   *     SystemTime}
   * @param refused callers who were refused for another reason than a wait that was too long
   */
  record PoolAccount(
      long idleNanos, long maxSessions, long neverUsed, List<Long> closings, long refused) {
    /** Copies the list. */
    public PoolAccount {
      closings = List.copyOf(closings);
    }

    /** The same with the idle time of a load alone. */
    public PoolAccount idleFor(long nanos) {
      return new PoolAccount(nanos, maxSessions, neverUsed, closings, refused);
    }
  }

  /**
   * The pool's own metrics as it exports them through OpenCensus, under {@code
   * cloud.google.com/java/spanner/}.
   *
   * @param maxInUse most sessions in use at the same time ({@code max_in_use_sessions})
   * @param inUse sessions in use ({@code num_sessions_in_pool}, type {@code num_in_use_sessions})
   * @param idle sessions idle ({@code num_sessions_in_pool}, type {@code num_read_sessions})
   * @param acquired regular sessions acquired since the start ({@code num_acquired_sessions})
   * @param released regular sessions given back since the start ({@code num_released_sessions})
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
    /** Of a client that does not tell. */
    public static final PoolMetrics UNTOLD = new PoolMetrics(-1, -1, -1, -1, -1, -1, -1);
  }
}
