package dev.sessionbench.study.exhaustion;

import com.google.cloud.spanner.SpannerException;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.bench.client.Attempts.AcquireWait;
import dev.sessionbench.bench.load.Operation.Kind;
import dev.sessionbench.bench.load.OperationTimes;
import dev.sessionbench.study.AgentThreads;
import dev.sessionbench.study.Due;
import dev.sessionbench.study.Pace;
import dev.sessionbench.study.diagnosis.Transaction;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.ToIntFunction;

/** Agents that make transactions, which are noted. */
final class LeaderboardAgents {
  private final ToIntFunction<Kind> client;
  private final TransactionSpans spans;
  private final ConcurrentLinkedQueue<Transaction> done = new ConcurrentLinkedQueue<>();
  private final AgentThreads threads;

  /**
   * Agents who wait for {@link #run}.
   *
   * @param paces one for each
   * @param client makes a transaction and says how often it was tried
   * @param spans traces each transaction
   */
  LeaderboardAgents(List<Pace> paces, ToIntFunction<Kind> client, TransactionSpans spans) {
    this.client = client;
    this.spans = spans;
    threads = new AgentThreads(paces, due -> done.add(transaction(due)));
  }

  /**
   * Lets them work until all is done.
   *
   * @return what they did, in the order of its end
   * @throws InterruptedException if the thread is interrupted; the agents are then, too
   */
  List<Transaction> run() throws InterruptedException {
    threads.begin();
    threads.join();
    return List.copyOf(done);
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
    OperationTimes times =
        new OperationTimes(wait.startNanos(), acquired, SystemTime.CLOCK.nanos(), failed);
    span.end(times.waitNanos());
    return new Transaction(due.kind(), due.atNanos(), times, Math.max(1, attempts));
  }
}
