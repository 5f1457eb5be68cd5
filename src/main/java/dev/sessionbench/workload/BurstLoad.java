package dev.sessionbench.workload;

import dev.sessionbench.client.AcquireWait;
import dev.sessionbench.client.SpannerOperations;
import dev.sessionbench.model.SeededDraws;
import dev.sessionbench.model.SystemTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Makes a fixed number of operations from a fixed number of threads, as fast as the client lets
 * them.
 *
 * <p>The threads take the operations in order from one counter, as a thread pool with a queue
 * would. They stand ready before {@link #run()} is called, so that starting them is not part of
 * what is timed. Each operation first waits 0 to 9 ms; a read then holds its session 0 to 99 ms at
 * its row (both in whole milliseconds, as the original did, times the scale of time). Which wait
 * the i-th operation gets depends on the seed and i alone.
 *
 * <p>The first failure stops the threads from taking further operations: a burst with failures is
 * not a measurement.
 */
final class BurstLoad implements Load {
  private static final long WAIT_STREAM = 1;
  private static final long HOLD_STREAM = 2;
  private static final long WAIT_BOUND_MILLIS = 10;
  private static final long HOLD_BOUND_MILLIS = 100;

  private final long seed;
  private final int timeScale;
  private final int writes;
  private final SpannerOperations client;
  private final OperationLog log;
  private final AtomicInteger nextOperation = new AtomicInteger();
  private final CountDownLatch go = new CountDownLatch(1);
  private final CountDownLatch ended;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final List<Thread> threads;

  /**
   * Starts the threads, which wait for {@link #run()}.
   *
   * @param options the size of the load
   * @param writes how many of the operations, the first ones, are writes
   * @param client what the load is put on
   */
  BurstLoad(WorkloadOptions options, int writes, SpannerOperations client) {
    this.seed = options.seed();
    this.timeScale = options.timeScale();
    this.writes = writes;
    this.client = client;
    this.log = new OperationLog(options.operations());
    this.ended = new CountDownLatch(options.concurrency());
    this.threads = new ArrayList<>(options.concurrency());
    CountDownLatch ready = new CountDownLatch(options.concurrency());
    for (int i = 0; i < options.concurrency(); i++) {
      Thread thread = new Thread(() -> work(ready), "burst-load-" + i);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
    awaitQuietly(ready);
  }

  @Override
  public void run() throws InterruptedException {
    go.countDown();
    ended.await();
    Throwable first = failure.get();
    if (first != null) {
      throw new IllegalStateException("an operation failed: " + first, first);
    }
  }

  @Override
  public List<OperationTimes> operations() {
    return log.operations();
  }

  @Override
  public void close() {
    nextOperation.set(log.size());
    closed.countDown();
    threads.forEach(Thread::interrupt);
    threads.forEach(BurstLoad::joinQuietly);
  }

  private void work(CountDownLatch ready) {
    ready.countDown();
    operate();
    ended.countDown();
    // A thread that ends takes the count of what it has allocated with it.
    awaitQuietly(closed);
  }

  private void operate() {
    try {
      go.await();
      int operation = nextOperation.getAndIncrement();
      while (operation < log.size() && failure.get() == null) {
        operate(operation);
        operation = nextOperation.getAndIncrement();
      }
    } catch (InterruptedException e) {
      failure.compareAndSet(null, e);
    } catch (RuntimeException | Error e) {
      failure.compareAndSet(null, e);
    }
  }

  private void operate(int operation) throws InterruptedException {
    pause(draw(WAIT_STREAM, operation, WAIT_BOUND_MILLIS));
    AcquireWait wait = AcquireWait.begin();
    if (operation < writes) {
      client.write();
    } else {
      client.read(() -> hold(operation));
    }
    log.recordReleased(operation, wait);
  }

  private void hold(int operation) {
    try {
      pause(draw(HOLD_STREAM, operation, HOLD_BOUND_MILLIS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while holding a session", e);
    }
  }

  private long draw(long stream, int operation, long boundMillis) {
    return SeededDraws.uniform(seed, stream, operation, boundMillis);
  }

  /** What the simulated application does: it is the load, not a wait for something to happen. */
  private void pause(long millis) throws InterruptedException {
    SystemTime.CLOCK.sleep(TimeUnit.MILLISECONDS.toNanos(millis * timeScale));
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void joinQuietly(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
