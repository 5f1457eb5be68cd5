package dev.sessionbench.workload;

/** A load that has been prepared: {@link #run()} is what a benchmark times. */
public interface Load extends AutoCloseable {
  /**
   * Puts the load on the client and returns when its last operation has ended. May be called once.
   *
   * @throws InterruptedException if the thread is interrupted while it waits
   * @throws IllegalStateException if an operation failed; the cause is the first failure
   */
  void run() throws InterruptedException;

  /**
   * How long each operation waited for its session.
   *
   * @return the waits in nanoseconds, one for each operation, in the operations' order
   */
  long[] acquireWaitNanos();

  /** Gives back the sessions that are still held, and ends the load's threads. */
  @Override
  void close();
}
