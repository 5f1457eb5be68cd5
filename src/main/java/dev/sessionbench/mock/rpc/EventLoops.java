package dev.sessionbench.mock.rpc;

import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.model.TimeSource;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioEventLoopGroup;
import io.grpc.netty.shaded.io.netty.util.concurrent.EventExecutor;
import io.grpc.netty.shaded.io.netty.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * The threads that serve calls and run their timers, in real time. Work stays on the thread that
 * starts or schedules it, with no hand-off between a call's arrival, its timer and its reply. Tasks
 * due at the same moment run together. Replies are short and never block, so a reply is late only
 * by the thread's wake-up and the replies before it.
 */
final class EventLoops implements TimeSource {
  private final EventLoopGroup group;

  /**
   * Event loops that start their threads with their first task.
   *
   * @param loops how many, at least 1
   * @param threads makes the threads
   */
  EventLoops(int loops, ThreadFactory threads) {
    group =
        Epoll.isAvailable()
            ? new EpollEventLoopGroup(loops, threads)
            : new NioEventLoopGroup(loops, threads);
  }

  EventLoopGroup group() {
    return group;
  }

  /** Runs a task on this thread's loop, or on any loop if this thread has none. */
  void execute(Runnable task) {
    loop().execute(task);
  }

  @Override
  public long nanos() {
    return SystemTime.CLOCK.nanos();
  }

  @Override
  public Cancellable after(long delayNanos, Runnable task) {
    Future<?> future = loop().schedule(task, Math.max(0, delayNanos), TimeUnit.NANOSECONDS);
    return () -> future.cancel(false);
  }

  /** The loop of the current thread, or the next one in turn. Groups are small. */
  private EventExecutor loop() {
    for (EventExecutor loop : group) {
      if (loop.inEventLoop()) {
        return loop;
      }
    }
    return group.next();
  }

  /** Drops pending tasks and ends the threads, without waiting until they have ended. */
  void stop() {
    var unused = group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
