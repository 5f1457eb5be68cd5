package dev.sessionbench.lab.strategy;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Closes the sessions that the last ten minutes did not need. Every minute it takes the most
 * sessions in use or being created in ten cells of a minute. It keeps that many plus {@code
 * maxIdle} and closes the rest at once, down to the minimum. It closes the most recently used
 * first, by RPC. All cells begin at the maximum, so nothing is closed in the first ten minutes.
 */
final class PeakCells implements ShrinkStrategy {
  private static final int CELLS = 10;
  private static final long CELL_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final PeriodicLook look = new PeriodicLook(CELL_NANOS);
  private final int[] most = new int[CELLS];
  private final int maxIdle;
  private long openedNanos;
  private long cell;

  /**
   * Makes one for one pool.
   *
   * @param maxIdle sessions kept beyond the most in use, at least 0
   */
  PeakCells(int maxIdle) {
    this.maxIdle = maxIdle;
  }

  @Override
  public int decide(PoolView pool, PoolEvent event) {
    int busy = pool.inUse() + pool.creating();
    if (event instanceof PoolEvent.Opened) {
      openedNanos = pool.nowNanos();
      Arrays.fill(most, pool.limits().maxSessions());
    }
    int above = pool.total() + pool.creating() - pool.limits().minSessions();
    boolean looks = look.due(pool, event, Math.min(above, pool.idle() - maxIdle)) > 0;
    int unused =
        looks ? pool.total() + pool.creating() - maxIdle - Arrays.stream(most).max().orElse(0) : 0;
    enterCell((pool.nowNanos() - openedNanos) / CELL_NANOS, busy);
    return Math.min(unused, Math.min(above, pool.idle()));
  }

  /** A new cell begins with the number in use then, as do the cells without any event. */
  private void enterCell(long now, int busy) {
    for (long skipped = Math.max(cell, now - CELLS); skipped < now; skipped++) {
      most[(int) ((skipped + 1) % CELLS)] = busy;
    }
    cell = now;
    most[(int) (cell % CELLS)] = Math.max(most[(int) (cell % CELLS)], busy);
  }

  @Override
  public long nextTickNanos() {
    return look.nextNanos();
  }
}
