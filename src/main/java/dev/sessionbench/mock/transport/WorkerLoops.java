package dev.sessionbench.mock.transport;

import io.grpc.netty.shaded.io.netty.util.concurrent.EventExecutor;
import io.grpc.netty.shaded.io.netty.util.concurrent.MultithreadEventExecutorGroup;
import io.grpc.netty.shaded.io.netty.util.concurrent.SingleThreadEventExecutor;
import io.grpc.netty.shaded.io.netty.util.internal.PlatformDependent;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Threads that run tasks and timers, for a transport that brings none of its own. What a thread of
 * the group starts stays on that thread: there is no hand-off between a call's arrival, its timer
 * and its reply, nor to the next call that an in-process client makes of the reply.
 */
final class WorkerLoops extends MultithreadEventExecutorGroup {
  /**
   * Loops that start their threads with their first task.
   *
   * @param threads how many, at least 1
   * @param factory makes the threads
   */
  WorkerLoops(int threads, ThreadFactory factory) {
    super(threads, factory);
  }

  @Override
  protected EventExecutor newChild(Executor thread, Object... args) {
    return new Loop(this, thread);
  }

  @Override
  public void execute(Runnable task) {
    EventExecutor own = LoopScheduler.loopOfThisThread(this);
    (own == null ? loopFor(task) : own).execute(task);
  }

  /** gRPC hands in one and the same object for all of a call's tasks: they meet on one thread. */
  private EventExecutor loopFor(Runnable task) {
    int after = Math.floorMod(System.identityHashCode(task), executorCount());
    for (EventExecutor loop : this) {
      if (after-- == 0) {
        return loop;
      }
    }
    throw new AssertionError("a group without loops");
  }

  private static final class Loop extends SingleThreadEventExecutor {
    /** How long tasks run before timers are looked at again, if there is no end of tasks. */
    private static final long SLICE_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    private final AtomicBoolean resting = new AtomicBoolean();
    private final Nap nap = new Nap();
    private volatile @Nullable Thread thread;

    Loop(WorkerLoops group, Executor threads) {
      super(group, threads, /* addTaskWakesUp= */ false);
    }

    /** A queue without locks: many write, one reads. */
    @Override
    protected Queue<Runnable> newTaskQueue(int maxPendingTasks) {
      return PlatformDependent.newMpscQueue();
    }

    @Override
    protected void run() {
      thread = Thread.currentThread();
      do {
        runAllTasks(SLICE_NANOS);
        rest();
      } while (!confirmShutdown());
    }

    private void rest() {
      resting.set(true);
      // After the mark: who adds a task from now on sees it, and wakes this thread up.
      if (!hasTasks() && !isShuttingDown()) {
        long deadlineNanos = nextScheduledTaskDeadlineNanos();
        if (deadlineNanos < 0) {
          LockSupport.park(this);
        } else {
          nap.until(this, System.nanoTime() + deadlineToDelayNanos(deadlineNanos));
        }
      }
      resting.set(false);
    }

    @Override
    protected void wakeup(boolean inEventLoop) {
      if (!inEventLoop && resting.get() && resting.compareAndSet(true, false)) {
        LockSupport.unpark(thread);
      }
    }
  }
}
