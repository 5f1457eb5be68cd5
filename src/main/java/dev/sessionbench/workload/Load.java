package dev.sessionbench.workload;

import java.util.List;

/** A load that has been prepared: {@link #run()} is what a benchmark times. */
public interface Load extends AutoCloseable {
  /**
   * Puts the load on the client and returns when its last operation has ended. May be called once.
   *
   * @throws InterruptedException if the thread is interrupted while it waits
   * @throws IllegalStateException if an operation failed; the cause is the first failure
   */
  void run() throws InterruptedException;

  /** When each operation began, had its session, and gave it back, in the operations' order. */
  List<OperationTimes> operations();

  /** Gives back the sessions that are still held, and ends the load's threads. */
  @Override
  void close();
}
