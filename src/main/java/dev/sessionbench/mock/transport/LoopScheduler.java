package dev.sessionbench.mock.transport;

import io.grpc.netty.shaded.io.netty.util.concurrent.EventExecutor;
import io.grpc.netty.shaded.io.netty.util.concurrent.EventExecutorGroup;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Schedules in real time on the loops that serve the calls: a reply runs on the thread that its
 * call arrived on, which is free of hand-offs, and what is due at the same moment leaves together.
 * Replies are short and never block, so one is late by no more than the thread's wake-up and the
 * replies before it.
 */
final class LoopScheduler implements DelayScheduler {
  private final EventExecutorGroup loops;

  /**
   * A scheduler on loops that somebody else stops.
   *
   * @param loops the threads that calls arrive on
   */
  LoopScheduler(EventExecutorGroup loops) {
    this.loops = loops;
  }

  @Override
  public Future<?> schedule(long delayNanos, Runnable reply) {
    EventExecutor own = loopOfThisThread(loops);
    return (own == null ? loops.next() : own).schedule(reply, delayNanos, TimeUnit.NANOSECONDS);
  }

  /** The loop of a group that runs the current thread, if any does. Groups are small. */
  static @Nullable EventExecutor loopOfThisThread(EventExecutorGroup loops) {
    for (EventExecutor loop : loops) {
      if (loop.inEventLoop()) {
        return loop;
      }
    }
    return null;
  }

  /** Does nothing: what is pending ends with the loops. */
  @Override
  public void close() {}
}
