package dev.sessionbench.cli;

import com.google.common.util.concurrent.Uninterruptibles;
import dev.sessionbench.bench.run.ForkEngine.InterruptionHook;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Watches for the signal that stops a command, and says how the process then ends. */
interface StopSignal extends AutoCloseable {
  /** Says that everything is closed and written, so the process may end with exit code 0. */
  void done();

  /** Stops watching. Without {@link #done} the process ends as a failure. */
  @Override
  void close();

  /**
   * Watches for SIGTERM or Ctrl-C to the JVM. The JVM would exit with a code for the signal as soon
   * as its hooks have run. So the hook waits for the command and ends the JVM with 0, since a
   * requested stop is no failure.
   */
  final class Jvm implements StopSignal {
    private final CountDownLatch closed = new CountDownLatch(1);
    private final InterruptionHook hook;
    private volatile boolean done;

    /**
     * Watches from now on.
     *
     * @param patienceSeconds how long the command may take to end after the signal
     * @param stop makes the command end; it runs on another thread
     */
    Jvm(long patienceSeconds, Runnable stop) {
      hook =
          InterruptionHook.install(
              () -> {
                stop.run();
                if (Uninterruptibles.awaitUninterruptibly(closed, patienceSeconds, TimeUnit.SECONDS)
                    && done) {
                  Runtime.getRuntime().halt(ExitCode.OK.code());
                }
              });
    }

    @Override
    public void done() {
      done = true;
    }

    @Override
    public void close() {
      closed.countDown();
      hook.close();
    }
  }
}
