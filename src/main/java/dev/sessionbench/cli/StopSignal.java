package dev.sessionbench.cli;

/** Tells a command that runs until it is stopped when that is. */
interface StopSignal extends AutoCloseable {
  /**
   * Waits until the process is told to end.
   *
   * @throws InterruptedException if the waiting thread is interrupted
   */
  void await() throws InterruptedException;

  /**
   * Does something when the process is told to end, on a thread of its own.
   *
   * @return the thread, to be interrupted when there is nothing left to stop
   */
  default Thread onStop(Runnable action) {
    Thread listener =
        new Thread(
            () -> {
              try {
                await();
                action.run();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "stop-listener");
    listener.setDaemon(true);
    listener.start();
    return listener;
  }

  /** Says that everything is closed and written, so that the process may end with exit code 0. */
  void done();

  /**
   * Listens no longer. The process may end as it likes; without {@link #done} that is a failure.
   */
  @Override
  void close();
}
