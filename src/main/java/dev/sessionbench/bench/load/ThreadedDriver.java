package dev.sessionbench.bench.load;

import com.google.common.util.concurrent.Uninterruptibles;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.bench.client.Attempts.AcquireWait;
import dev.sessionbench.bench.client.SpannerOperations;
import dev.sessionbench.bench.client.SpannerOperations.OpenRead;
import dev.sessionbench.bench.load.LoadPlan.Stay;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Plays a load with one thread for each caller.
 *
 * <p>The threads take the operations in order from one counter, as a thread pool with a queue
 * would. They are ready before {@link #run()} is called, so their start is not timed. An open load
 * starts only as many threads as it needs; some wait ahead of time for the next arrivals.
 *
 * <p>The wait of an operation with an arrival counts from its arrival, even if its thread is late.
 *
 * <p>The first failure that is not tolerated stops the threads from taking further operations,
 * because a load with such failures is no measurement. A tolerated one is recorded and its thread
 * goes on, like an application that logs an error.
 */
public final class ThreadedDriver implements AutoCloseable {
  /** How the names of the threads begin. */
  public static final String THREAD_NAME = "load-";

  private static final int SPARE = 16;
  private static final long AT_ONCE_NANOS = 10_000_000;
  private static final SystemTime TIME = SystemTime.CLOCK;

  private final LoadPlan plan;
  private final SpannerOperations client;
  private final Predicate<OperationTimes> tolerated;

  /** How many threads of an open load wait for the next arrivals. */
  private final int ahead;

  private final @Nullable OperationTimes[] log;
  private final AtomicInteger nextOperation = new AtomicInteger();
  private final CountDownLatch go = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final AtomicInteger playing = new AtomicInteger();
  private final AtomicInteger awaitingArrivals = new AtomicInteger();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final Queue<OpenRead> kept = new ConcurrentLinkedQueue<>();
  private final List<Thread> threads = new ArrayList<>();
  private long startNanos;

  /**
   * Starts the threads, which wait for {@link #run()}.
   *
   * @param plan the load
   * @param client the client that serves the load
   * @param tolerated whether an operation may fail after these times
   */
  public ThreadedDriver(
      LoadPlan plan, SpannerOperations client, Predicate<OperationTimes> tolerated) {
    this.plan = plan;
    this.client = client;
    this.tolerated = tolerated;
    this.log = new OperationTimes[plan.size()];
    this.ahead = plan.open() ? SPARE + mostAtOnce(plan) : 0;
    int first = plan.open() ? Math.min(plan.callers(), ahead) : plan.callers();
    CountDownLatch ready = new CountDownLatch(first);
    for (int i = 0; i < first; i++) {
      start(ready);
    }
    Uninterruptibles.awaitUninterruptibly(ready);
  }

  /** The most operations that arrive faster than new threads can start. */
  private static int mostAtOnce(LoadPlan plan) {
    int most = 0;
    int first = 0;
    for (int i = 0; i < plan.size(); i++) {
      long since = plan.operation(i).arrivalNanos() - AT_ONCE_NANOS;
      while (plan.operation(first).arrivalNanos() < since) {
        first++;
      }
      most = Math.max(most, i - first + 1);
    }
    return most;
  }

  private synchronized void start(CountDownLatch ready) {
    if (threads.size() < plan.callers() && closed.getCount() > 0) {
      Stay stay = plan.stays().apply(threads.size());
      Thread thread = new Thread(() -> work(ready, stay), THREAD_NAME + threads.size());
      thread.setDaemon(true);
      threads.add(thread);
      playing.incrementAndGet();
      thread.start();
    }
  }

  private synchronized List<Thread> started() {
    return List.copyOf(threads);
  }

  /**
   * Plays the load on the client and returns when its last operation has ended. May be called once.
   *
   * @throws InterruptedException if the thread is interrupted while it waits
   * @throws IllegalStateException if an operation failed that must not; the cause is the first
   *     failure
   */
  public void run() throws InterruptedException {
    startNanos = TIME.nanos();
    go.countDown();
    ended.await();
    Throwable first = failure.get();
    if (first != null) {
      throw new IllegalStateException("an operation failed: " + first, first);
    }
  }

  /** When each ended operation wanted, acquired and released its session. */
  public List<OperationTimes> operations() {
    return Arrays.stream(log).filter(Objects::nonNull).toList();
  }

  /** Releases the sessions that are still kept, and ends the load's threads. */
  @Override
  public void close() {
    nextOperation.set(plan.size());
    closed.countDown();
    started().forEach(Thread::interrupt);
    started().forEach(Uninterruptibles::joinUninterruptibly);
    for (OpenRead read = kept.poll(); read != null; read = kept.poll()) {
      read.close();
    }
  }

  private void work(CountDownLatch ready, Stay stay) {
    ready.countDown();
    playAll(stay);
    if (playing.decrementAndGet() == 0) {
      ended.countDown();
    }
    // A thread that ends loses the count of what it has allocated.
    Uninterruptibles.awaitUninterruptibly(closed);
  }

  private void playAll(Stay stay) {
    try {
      go.await();
      TIME.sleep(startNanos + stay.fromNanos() - TIME.nanos());
      int operation = nextOperation.getAndIncrement();
      while (operation < plan.size()
          && failure.get() == null
          && TIME.nanos() - startNanos < stay.untilNanos()) {
        log[operation] = play(plan.operation(operation));
        operation = nextOperation.getAndIncrement();
      }
    } catch (InterruptedException | RuntimeException | Error e) {
      failure.compareAndSet(null, e);
    }
  }

  /** The sleeps are part of the simulated application; they do not wait for an event. */
  private OperationTimes play(Operation operation) throws InterruptedException {
    boolean arrives = plan.open() || operation.arrivalNanos() > 0;
    long arrival = startNanos + operation.arrivalNanos();
    long due = arrival + operation.thinkNanos();
    if (arrives) {
      await(arrival);
      // A caller who comes late has already had time to think.
      TIME.sleep(due - TIME.nanos());
    } else {
      TIME.sleep(operation.thinkNanos());
    }
    AcquireWait wait = AcquireWait.begin();
    long wanted = arrives ? due : wait.startNanos();
    long done;
    try {
      done = call(operation);
    } catch (RuntimeException e) {
      long acquired = wait.hasEnded() ? wait.endNanos() : OperationTimes.NEVER;
      OperationTimes failed = new OperationTimes(wanted, acquired, TIME.nanos(), true);
      if (!tolerated.test(failed)) {
        throw e;
      }
      return failed;
    }
    long released = operation.keeps() ? OperationTimes.NEVER : TIME.nanos();
    return new OperationTimes(
        wanted, wait.endNanos(), Math.min(done, released), released, /* failed= */ false);
  }

  private void await(long arrival) throws InterruptedException {
    awaitingArrivals.incrementAndGet();
    TIME.sleep(arrival - TIME.nanos());
    if (awaitingArrivals.decrementAndGet() < ahead && nextOperation.get() < plan.size()) {
      start(new CountDownLatch(1));
    }
  }

  /**
   * Calls the client and returns when its caller was finished with the session, if that is known.
   */
  private long call(Operation operation) {
    long[] done = {OperationTimes.NEVER};
    if (operation.keeps()) {
      kept.add(client.openRead());
    } else if (operation.kind() == Operation.Kind.WRITE) {
      client.write();
    } else {
      client.read(
          () -> {
            hold(operation.holdNanos());
            done[0] = TIME.nanos();
          });
    }
    return done[0];
  }

  private static void hold(long nanos) {
    try {
      TIME.sleep(nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while holding a session", e);
    }
  }
}
