package dev.sessionbench.lab.pool;

import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.lab.strategy.Limits;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Locale;

/**
 * What a pool is set to, whatever its growth strategy.
 *
 * @param limits how many sessions it may have, over how many channels
 * @param order which idle session is lent first
 * @param acquireTimeoutNanos how long a caller waits before it is refused, in nanoseconds, at least
 *     1; {@link #FOR_EVER} for no limit
 * @param failsWhenFull whether a caller for whom there is neither a session nor room is refused at
 *     once, instead of waiting
 * @param seed decides the place of new sessions among the idle ones
 */
@RecordBuilder
public record PoolOptions(
    Limits limits, IdleOrder order, long acquireTimeoutNanos, boolean failsWhenFull, long seed)
    implements PoolOptionsBuilder.With {
  /** Stands for a wait without a limit. */
  public static final long FOR_EVER = Long.MAX_VALUE;

  /** Which idle session is lent first. */
  public enum IdleOrder {
    /** The one that was used last, so that those that are not needed grow old. */
    LIFO,
    /** The one that has been idle for longest, so that all stay in use. */
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
   * A pool as the client's own is set: last in, first out; callers wait.
   *
   * @param limits its limits
   * @param acquireTimeoutNanos how long
   */
  public static PoolOptions waiting(Limits limits, long acquireTimeoutNanos) {
    return new PoolOptions(limits, IdleOrder.LIFO, acquireTimeoutNanos, false, 1);
  }
}
