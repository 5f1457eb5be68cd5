package dev.sessionbench.mock.rpc;

import dev.sessionbench.base.model.SystemTime;
import io.grpc.netty.shaded.io.netty.util.concurrent.FastThreadLocalThread;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongUnaryOperator;

/**
 * Creates all threads of one server, to measure their use separately from the client's and to wait
 * until each has ended. Each lives until the server closes.
 */
public final class ServerThreads {
  /** The prefix of all thread names of all servers. */
  public static final String NAME_PREFIX = "mock-spanner-";

  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final AtomicInteger SERVERS = new AtomicInteger();

  private final int server = SERVERS.incrementAndGet();

  private final List<Thread> threads = new ArrayList<>();

  /** Creates a daemon thread, named after its role; its use counts once it runs. */
  synchronized Thread newThread(String role, Runnable work) {
    // Netty's event loops are faster on threads of this class.
    String name = NAME_PREFIX + server + "-" + role + "-" + (threads.size() + 1);
    Thread thread = new FastThreadLocalThread(work, name);
    thread.setDaemon(true);
    threads.add(thread);
    return thread;
  }

  /** The use of all threads since the start; those that have ended no longer count. */
  public synchronized ServerUsage usage() {
    return new ServerUsage(sum(THREADS::getThreadCpuTime), sum(THREADS::getThreadAllocatedBytes));
  }

  /** The use is -1 if the JVM does not measure it, or the thread does not run. */
  private long sum(LongUnaryOperator use) {
    return threads.stream().mapToLong(Thread::getId).map(use).filter(used -> used > 0).sum();
  }

  /**
   * Waits until the threads have ended.
   *
   * @param millis how long to wait at most, in milliseconds
   * @return whether all have ended; a thread of the server itself does not wait for itself
   * @throws InterruptedException if interrupted while waiting
   */
  public boolean awaitEnd(long millis) throws InterruptedException {
    long deadlineNanos = SystemTime.CLOCK.nanos() + TimeUnit.MILLISECONDS.toNanos(millis);
    List<Thread> left;
    synchronized (this) {
      left = new ArrayList<>(threads);
    }
    left.remove(Thread.currentThread());
    for (Thread thread : left) {
      long leftNanos = deadlineNanos - SystemTime.CLOCK.nanos();
      thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(leftNanos)));
    }
    return left.stream().noneMatch(Thread::isAlive);
  }

  /**
   * The use of a server's own threads since its start. The process's total minus this is the
   * client's use.
   *
   * @param cpuNanos CPU time in nanoseconds, at least 0
   * @param allocatedBytes heap allocated in bytes, at least 0
   */
  public record ServerUsage(long cpuNanos, long allocatedBytes) {
    /** No use at all. */
    public static final ServerUsage NONE = new ServerUsage(0, 0);

    /**
     * The use since an earlier moment.
     *
     * @param before the use up to then
     * @return the difference
     */
    public ServerUsage minus(ServerUsage before) {
      return new ServerUsage(cpuNanos - before.cpuNanos, allocatedBytes - before.allocatedBytes);
    }
  }
}
