package dev.sessionbench.cli;

import com.google.common.util.concurrent.Uninterruptibles;
import dev.sessionbench.bench.run.ForkEngine.InterruptionHook;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Stops a command that runs until it is told to stop. */
interface StopSignal extends AutoCloseable {
  /**
   * Waits for the signal that stops the process.
   *
   * @throws InterruptedException if the waiting thread is interrupted
   */
  void await() throws InterruptedException;

  /**
   * Runs an action when the process is told to stop, on a thread of its own.
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

  /** Says that everything is closed and written, so the process may end with exit code 0. */
  void done();

  /** Stops listening. Without {@link #done} the process ends as a failure. */
  @Override
  void close();

  /**
   * Stops when the JVM gets SIGTERM or Ctrl-C. The JVM would exit with a code for the signal as
   * soon as its hooks have run. So the hook waits for the command and ends the JVM with 0, since a
   * requested stop is no failure.
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
     * @param patienceSeconds how long the command may take to end after the signal
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
