package dev.sessionbench.study.exhaustion;

import com.google.cloud.spanner.SpannerException;
import dev.sessionbench.client.AcquireWait;
import dev.sessionbench.load.Operation.Kind;
import dev.sessionbench.load.OperationTimes;
import dev.sessionbench.model.SystemTime;
import dev.sessionbench.study.seen.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Threads that make transactions when they are due. An agent that has begun a transaction ends it,
 * so that none is cut off in the midst of its wait.
 */
final class AgentThreads {
  /** Something to be done. */
  record Due(Kind kind, long atNanos) {}

  /** Tells one thread what to do next. */
  interface Pace {
    /**
     * What comes next.
     *
     * @param nowNanos the time
     * @return nothing when all is done
     */
    Optional<Due> next(long nowNanos);
  }

  private static final SystemTime TIME = SystemTime.CLOCK;

  private final ToIntFunction<Kind> client;
  private final TransactionSpans spans;
  private final ConcurrentLinkedQueue<Transaction> done = new ConcurrentLinkedQueue<>();
  private final List<Thread> threads = new ArrayList<>();
  private final CountDownLatch go = new CountDownLatch(1);
  private volatile @Nullable RuntimeException failure;

  /**
   * Starts the threads, which wait for {@link #run}.
   *
   * @param paces one for each
   * @param client makes a transaction and says how often it was tried
   * @param spans traces each transaction
   */
  AgentThreads(List<Pace> paces, ToIntFunction<Kind> client, TransactionSpans spans) {
    this.client = client;
    this.spans = spans;
    for (int i = 0; i < paces.size(); i++) {
      Pace pace = paces.get(i);
      Thread thread = new Thread(() -> work(pace), "agent-" + i);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
  }

  /**
   * Lets them work until all is done.
   *
   * @return what they did, in the order of its end
   * @throws InterruptedException if the thread is interrupted; the agents are then, too
   */
  List<Transaction> run() throws InterruptedException {
    go.countDown();
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      threads.forEach(Thread::interrupt);
      throw e;
    }
    RuntimeException unexpected = failure;
    if (unexpected != null) {
      throw unexpected;
    }
    return List.copyOf(done);
  }

  private void work(Pace pace) {
    try {
      go.await();
      Optional<Due> due = pace.next(TIME.nanos());
      while (due.isPresent()) {
        TIME.sleep(due.get().atNanos() - TIME.nanos());
        done.add(transaction(due.get()));
        due = pace.next(TIME.nanos());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      failure = e;
    }
  }

  /** A transaction that fails is part of what is observed, as it is in an application. */
  private Transaction transaction(Due due) {
    AcquireWait wait = AcquireWait.begin();
    int attempts = 1;
    boolean failed = false;
    TransactionSpans.Open span = spans.begin(due.kind());
    try {
      attempts = client.applyAsInt(due.kind());
    } catch (SpannerException e) {
      failed = true;
    }
    long acquired = wait.hasEnded() ? wait.endNanos() : OperationTimes.NEVER;
    OperationTimes times = new OperationTimes(wait.startNanos(), acquired, TIME.nanos(), failed);
    span.end(times.waitNanos());
    return new Transaction(due.kind(), due.atNanos(), times, Math.max(1, attempts));
  }
}
