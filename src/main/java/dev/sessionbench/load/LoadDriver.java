package dev.sessionbench.load;

import java.util.List;

/** Plays one load: {@link #run()} is what a benchmark times. */
public interface LoadDriver extends AutoCloseable {
  /**
   * Puts the load on the client and returns when its last operation has ended. May be called once.
   *
   * @throws InterruptedException if the thread is interrupted while it waits
   * @throws IllegalStateException if an operation failed that must not; the cause is the first
   *     failure
   */
  void run() throws InterruptedException;

  /** When each operation that has ended wanted its session, had it, and gave it back. */
  List<OperationTimes> operations();

  /** Gives back the sessions that are still kept, and ends the load's threads. */
  @Override
  void close();
}
