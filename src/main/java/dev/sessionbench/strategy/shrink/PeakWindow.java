package dev.sessionbench.strategy.shrink;

import dev.sessionbench.strategy.PeriodicLook;
import dev.sessionbench.strategy.PoolEvent;
import dev.sessionbench.strategy.PoolView;
import dev.sessionbench.strategy.ShrinkRule;
import java.util.concurrent.TimeUnit;

/**
 * Closes what a window of time has not used: every ten seconds it looks whether the window is over;
 * then {@code max(minimum, most in use + maxIdle)} sessions are kept, and the surplus is closed in
 * as many equal parts as a window has looks, most recently used first, by RPC. The first look ends
 * a window at once.
 *
 * <p>Source: {@code SessionPool.PoolMaintainer} of java-spanner v1.52.0.
 */
public final class PeakWindow implements ShrinkRule {
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final PeriodicLook look = new PeriodicLook(LOOK_NANOS);
  private final long windowNanos;
  private final int maxIdle;
  private boolean windowEnded;
  private long lastEndNanos;
  private int mostInUse;
  private int surplus;
  private int perLook;

  /**
   * A rule for one pool.
   *
   * @param windowNanos the length of the window, in nanoseconds, at least that of a look
   * @param maxIdle kept beyond the most in use, at least 0
   */
  public PeakWindow(long windowNanos, int maxIdle) {
    this.windowNanos = windowNanos;
    this.maxIdle = maxIdle;
  }

  @Override
  public int decide(PoolView pool, PoolEvent event) {
    mostInUse = Math.max(mostInUse, pool.inUse());
    int kept = Math.max(pool.limits().minSessions(), pool.inUse() + maxIdle);
    if (look.due(pool, event, pool.total() - kept) == 0) {
      return 0;
    }
    if (!windowEnded || pool.nowNanos() - lastEndNanos > windowNanos) {
      windowEnded = true;
      lastEndNanos = pool.nowNanos();
      surplus = pool.total() - Math.max(pool.limits().minSessions(), mostInUse + maxIdle);
      perLook = (int) Math.ceil(surplus * (double) LOOK_NANOS / windowNanos);
      mostInUse = 0;
    }
    int closed = Math.max(0, Math.min(surplus, Math.min(perLook, pool.idle())));
    surplus -= closed;
    return closed;
  }

  @Override
  public long nextTickNanos() {
    return look.nextNanos();
  }
}
