package dev.sessionbench.lab.strategy;

import java.util.concurrent.TimeUnit;

/**
 * Closes the sessions that a window of time did not need. Every ten seconds it checks whether the
 * window has ended. It then keeps {@code max(minimum, most in use + maxIdle)} sessions. It closes
 * the surplus in equal parts, one at each look of the next window. It closes the most recently used
 * first, by RPC. The first look ends a window at once. Windows follow the clock, even while the
 * pool is at rest.
 */
final class PeakWindow implements ShrinkStrategy {
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final PeriodicLook look = new PeriodicLook(LOOK_NANOS);
  private final long windowNanos;
  private final int maxIdle;
  private long nextEndNanos;
  private int mostInUse;
  private int surplus;
  private int perLook;

  /**
   * Makes one for one pool.
   *
   * @param windowNanos the length of the window, in nanoseconds, at least that of a look
   * @param maxIdle kept beyond the most in use, at least 0
   */
  PeakWindow(long windowNanos, int maxIdle) {
    this.windowNanos = windowNanos;
    this.maxIdle = maxIdle;
  }

  @Override
  public int decide(PoolView pool, PoolEvent event) {
    int least = Math.max(pool.limits().minSessions(), maxIdle);
    if (event instanceof PoolEvent.Opened) {
      nextEndNanos = pool.nowNanos() + LOOK_NANOS;
    }
    if (look.nextNanos() == GrowthStrategy.NEVER) {
      passWindows(pool.nowNanos());
    }
    mostInUse = Math.max(mostInUse, pool.inUse());
    // A pool with nothing to close that has used nothing needs no look.
    if (look.due(pool, event, pool.total() > least || mostInUse > 0 ? 1 : 0) == 0) {
      return 0;
    }
    if (pool.nowNanos() >= nextEndNanos) {
      passWindows(pool.nowNanos() + 1);
      surplus = pool.total() - Math.max(pool.limits().minSessions(), mostInUse + maxIdle);
      perLook = (int) Math.ceil(surplus * (double) LOOK_NANOS / windowNanos);
      mostInUse = 0;
    }
    int kept = Math.max(pool.limits().minSessions(), pool.inUse() + maxIdle);
    int closed =
        pool.total() <= kept ? 0 : Math.max(0, Math.min(surplus, Math.min(perLook, pool.idle())));
    surplus -= closed;
    return closed;
  }

  /** Passes the windows that ended before a moment. Looks may be late; the windows are not. */
  private void passWindows(long nowNanos) {
    if (nextEndNanos < nowNanos) {
      long passed = (nowNanos - nextEndNanos - 1) / fromEndToEndNanos() + 1;
      nextEndNanos += passed * fromEndToEndNanos();
      surplus = 0;
    }
  }

  /** A window ends at the first look after more than its length has passed. */
  private long fromEndToEndNanos() {
    return (windowNanos / LOOK_NANOS + 1) * LOOK_NANOS;
  }

  @Override
  public long nextTickNanos() {
    return look.nextNanos();
  }
}
