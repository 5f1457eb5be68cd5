package dev.sessionbench.lab.strategy;

import java.util.concurrent.TimeUnit;

/**
 * Closes what a window of time has not used: every ten seconds it looks whether the window is over;
 * then {@code max(minimum, most in use + maxIdle)} sessions are kept, and the surplus is closed in
 * as many equal parts as a window has looks, most recently used first, by RPC. The first look ends
 * a window at once. Windows follow the clock, whatever the pool does.
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
    // A pool that has nothing to close, and has used nothing, need not be looked at.
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

  /** The windows that ended before a moment; looks may be late, and what they follow is not. */
  private void passWindows(long nowNanos) {
    if (nextEndNanos < nowNanos) {
      long passed = (nowNanos - nextEndNanos - 1) / fromEndToEndNanos() + 1;
      nextEndNanos += passed * fromEndToEndNanos();
      surplus = 0;
    }
  }

  /** A window ends at the first look at which more than its length has passed. */
  private long fromEndToEndNanos() {
    return (windowNanos / LOOK_NANOS + 1) * LOOK_NANOS;
  }

  @Override
  public long nextTickNanos() {
    return look.nextNanos();
  }
}
