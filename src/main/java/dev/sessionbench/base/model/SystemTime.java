package dev.sessionbench.base.model;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import java.time.Clock;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The machine's own time. No other class of this project reads a clock or sleeps, so everything
 * that takes a {@link TimeSource} can run in virtual time.
 */
public final class SystemTime implements TimeSource {
  /** The only instance. */
  public static final SystemTime CLOCK = new SystemTime();

  /** Created with the first task, because most processes have no tasks. */
  private static final class Tasks {
    static final ScheduledThreadPoolExecutor EXECUTOR =
        new ScheduledThreadPoolExecutor(
            1, new ThreadFactoryBuilder().setDaemon(true).setNameFormat("system-time").build());

    static {
      EXECUTOR.setRemoveOnCancelPolicy(true);
    }
  }

  private SystemTime() {}

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public Cancellable after(long delayNanos, Runnable task) {
    ScheduledFuture<?> future = Tasks.EXECUTOR.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
    return () -> future.cancel(false);
  }

  /** The date and time of day, in UTC. */
  public Clock calendar() {
    return Clock.systemUTC();
  }

  /**
   * Blocks the calling thread for a time. It is as exact as the system allows; before JDK 21 the
   * JDK's own sleep rounds up to whole milliseconds.
   *
   * @param nanos for how long, in nanoseconds; 0 or less for not at all
   * @throws InterruptedException if the thread is interrupted
   */
  public void sleep(long nanos) throws InterruptedException {
    long end = nanos() + nanos;
    TimeUnit.MILLISECONDS.sleep(TimeUnit.NANOSECONDS.toMillis(nanos));
    for (long left = end - nanos(); nanos > 0 && left > 0; left = end - nanos()) {
      LockSupport.parkNanos(left);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }

  /**
   * Blocks the calling thread until a condition holds, or for a time.
   *
   * @param condition is looked at again and again
   * @param lookNanos the time between two looks, in nanoseconds
   * @param limitNanos how long at most, in nanoseconds
   * @return whether the condition holds
   */
  public boolean await(BooleanSupplier condition, long lookNanos, long limitNanos) {
    long end = nanos() + limitNanos;
    while (!condition.getAsBoolean()) {
      if (nanos() - end > 0) {
        return false;
      }
      park(lookNanos);
    }
    return true;
  }

  /**
   * Blocks the calling thread, or returns sooner, as {@link LockSupport#parkNanos(long)} may.
   *
   * @param nanos for how long at most, in nanoseconds
   */
  public void park(long nanos) {
    LockSupport.parkNanos(nanos);
  }
}
