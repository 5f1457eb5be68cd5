package dev.sessionbench.lab.shrink;

import dev.sessionbench.lab.strategy.PoolEvent;
import dev.sessionbench.lab.strategy.PoolView;
import dev.sessionbench.lab.strategy.ShrinkRule;

/**
 * Closes what a window of time has not used, at the first acquire after the window: the most that
 * were in use is divided by the number of windows that have passed, rounded, and what is above it
 * is closed at once down to the minimum. So a long quiet time makes the pool small, and a pool that
 * nobody asks never shrinks.
 *
 * <p>Source: {@code CacheSessionPool.php} v1.106.0 of google-cloud-php-spanner, with a window of
 * ten minutes.
 */
public final class PeakAtAcquire implements ShrinkRule {
  private final long windowNanos;
  private long beganNanos;
  private int mostInUse;

  /**
   * A rule for one pool.
   *
   * @param windowNanos the length of the window, in nanoseconds, at least 1
   */
  public PeakAtAcquire(long windowNanos) {
    this.windowNanos = windowNanos;
  }

  @Override
  public int decide(PoolView pool, PoolEvent event) {
    if (event instanceof PoolEvent.Opened) {
      beganNanos = pool.nowNanos();
    }
    long passedNanos = pool.nowNanos() - beganNanos;
    int closed = 0;
    if (event instanceof PoolEvent.Wanted && passedNanos > windowNanos) {
      long windows = passedNanos / windowNanos;
      int kept = (int) Math.round(mostInUse / (double) windows);
      int most = Math.min(pool.idle(), pool.total() - pool.limits().minSessions());
      closed = Math.max(0, Math.min(pool.total() - kept, most));
      beganNanos = pool.nowNanos();
      mostInUse = 0;
    }
    mostInUse = Math.max(mostInUse, pool.inUse());
    return closed;
  }
}
