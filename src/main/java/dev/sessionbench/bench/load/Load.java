package dev.sessionbench.bench.load;

/** A load that is ready to be played: {@link #run()} is what a benchmark times. */
@FunctionalInterface
public interface Load {
  /**
   * Puts the load on the client and returns when its last operation has ended. May be called once.
   *
   * @throws InterruptedException if the thread is interrupted while it waits
   * @throws IllegalStateException if an operation failed that must not; the cause is the first
   *     failure
   */
  void run() throws InterruptedException;
}
