package dev.sessionbench.workload;

import dev.sessionbench.client.AcquireWait;
import dev.sessionbench.client.SpannerOperations;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Passes reads and writes on, records how each ended, and keeps its failure from the load: an
 * application that logs an error and goes on.
 */
public final class ToleratedOperations implements SpannerOperations {
  private final SpannerOperations client;
  private final ConcurrentLinkedQueue<OperationOutcome> outcomes = new ConcurrentLinkedQueue<>();

  /**
   * Operations on a client.
   *
   * @param client does them
   */
  public ToleratedOperations(SpannerOperations client) {
    this.client = client;
  }

  @Override
  public void read(Runnable atRow) {
    tolerate(() -> client.read(atRow));
  }

  @Override
  public void write() {
    tolerate(client::write);
  }

  /**
   * Not supported: a read that could not be opened cannot be held.
   *
   * @throws UnsupportedOperationException always
   */
  @Override
  public OpenRead openRead() {
    throw new UnsupportedOperationException("a read that has failed cannot be held open");
  }

  /** How the operations ended, in the order in which they did. */
  public List<OperationOutcome> outcomes() {
    return List.copyOf(outcomes);
  }

  private void tolerate(Runnable operation) {
    long start = System.nanoTime();
    boolean failed = false;
    try {
      operation.run();
    } catch (RuntimeException e) {
      failed = true;
    }
    boolean hadSession = AcquireWait.currentHasEnded();
    outcomes.add(new OperationOutcome(start, System.nanoTime(), failed, hadSession));
    if (!hadSession) {
      // Who failed while waiting has stopped to wait.
      AcquireWait.endCurrent();
    }
  }
}
