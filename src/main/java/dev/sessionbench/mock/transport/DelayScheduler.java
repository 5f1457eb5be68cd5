package dev.sessionbench.mock.transport;

import java.util.concurrent.Future;

/** Runs the server's replies when their simulated time has passed. */
public interface DelayScheduler extends AutoCloseable {
  /**
   * Schedules a reply.
   *
   * @param delayNanos the time from now, in nanoseconds, more than 0
   * @param reply what to run, once, on a thread of the scheduler's; it does not block
   * @return cancels the reply, if it has not run
   */
  Future<?> schedule(long delayNanos, Runnable reply);

  /** Drops what is pending and stops. */
  @Override
  void close();
}
