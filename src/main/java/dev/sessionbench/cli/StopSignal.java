package dev.sessionbench.cli;

import com.google.common.util.concurrent.Uninterruptibles;
import dev.sessionbench.bench.run.ForkEngine.InterruptionHook;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

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

  /**
   * Stops when the JVM is told to end, by SIGTERM or Ctrl-C. The JVM would then end with an exit
   * code that tells the signal's number as soon as its hooks have run; so the hook waits for the
   * command, and ends the JVM itself with 0, since a stop that was asked for is no failure.
   */
  final class Jvm implements StopSignal {
    private final CountDownLatch told = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private final long patienceSeconds;
    private final InterruptionHook hook;
    private volatile boolean done;

    /**
     * Listens from now on.
     *
     * @param patienceSeconds how long the command may take to end when it is told to
     */
    Jvm(long patienceSeconds) {
      this.patienceSeconds = patienceSeconds;
      hook = InterruptionHook.install(this::end);
    }

    private void end() {
      told.countDown();
      if (Uninterruptibles.awaitUninterruptibly(closed, patienceSeconds, TimeUnit.SECONDS)
          && done) {
        Runtime.getRuntime().halt(ExitCode.OK.code());
      }
    }

    @Override
    public void await() throws InterruptedException {
      told.await();
    }

    @Override
    public void done() {
      done = true;
    }

    @Override
    public void close() {
      closed.countDown();
      hook.remove();
    }
  }
}
