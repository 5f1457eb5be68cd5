package dev.sessionbench.lab.pool;

import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.lab.strategy.Limits;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Locale;

/**
 * The settings of a pool except its growth strategy.
 *
 * @param limits how many sessions it may have, over how many channels
 * @param order which idle session is lent first
 * @param acquireTimeoutNanos how long a caller waits before it is refused, in nanoseconds, at least
 *     1; {@link #FOR_EVER} for no limit
 * @param failsWhenFull whether a caller is refused at once, instead of waiting, if there is no
 *     session and no room
 * @param seed decides where new sessions are placed among the idle ones
 */
@RecordBuilder
public record PoolOptions(
    Limits limits, IdleOrder order, long acquireTimeoutNanos, boolean failsWhenFull, long seed)
    implements PoolOptionsBuilder.With {
  /** Stands for a wait without a limit. */
  public static final long FOR_EVER = Long.MAX_VALUE;

  /** Which idle session is lent first. */
  public enum IdleOrder {
    /** The one used last, so that sessions not needed grow old. */
    LIFO,
    /** The one idle for longest, so that all stay in use. */
    FIFO;

    /** The name as users write it, in lower case. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Checks the options.
   *
   * @throws IllegalArgumentException naming the option, its value and what would be right
   */
  public PoolOptions {
    Invalid.when(
        acquireTimeoutNanos < 1, "acquireTimeoutNanos=%d: must be at least 1", acquireTimeoutNanos);
  }

  /**
   * The settings of the real client's pool: last in, first out, and callers wait.
   *
   * @param limits its limits
   * @param acquireTimeoutNanos how long a caller waits, in nanoseconds
   */
  public static PoolOptions waiting(Limits limits, long acquireTimeoutNanos) {
    return new PoolOptions(limits, IdleOrder.LIFO, acquireTimeoutNanos, false, 1);
  }
}
