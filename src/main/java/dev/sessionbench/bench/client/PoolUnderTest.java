package dev.sessionbench.bench.client;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.SystemTime;
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

  /** The pool's own metrics as of now. */
  PoolMetrics metrics();

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
}
