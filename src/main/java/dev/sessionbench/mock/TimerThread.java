package dev.sessionbench.mock;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Schedules in real time on one thread of the server's. Replies are short and never block, so one
 * is late by no more than the thread's wake-up and the replies due at the same moment.
 */
final class TimerThread implements DelayScheduler {
  private final ScheduledThreadPoolExecutor timer;

  TimerThread(ServerThreads threads) {
    timer = new ScheduledThreadPoolExecutor(1, work -> threads.newThread("timer", work));
    // Else a cancelled call would keep its memory until its time has come.
    timer.setRemoveOnCancelPolicy(true);
  }

  @Override
  public Future<?> schedule(long delayNanos, Runnable reply) {
    return timer.schedule(reply, delayNanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
