package dev.sessionbench.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Stops when the JVM is told to end, by SIGTERM or Ctrl-C. The JVM would then end with an exit code
 * that tells the signal's number as soon as its hooks have run; so the hook waits for the command,
 * and ends the JVM itself with 0, since a stop that was asked for is no failure.
 */
final class JvmStopSignal implements StopSignal {
  private final CountDownLatch told = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread hook = new Thread(this::end, "stop");
  private final long patienceSeconds;
  private volatile boolean done;

  private JvmStopSignal(long patienceSeconds) {
    this.patienceSeconds = patienceSeconds;
  }

  /**
   * Listens from now on.
   *
   * @param patienceSeconds how long the command may take to end when it is told to
   */
  static JvmStopSignal install(long patienceSeconds) {
    JvmStopSignal signal = new JvmStopSignal(patienceSeconds);
    Runtime.getRuntime().addShutdownHook(signal.hook);
    return signal;
  }

  private void end() {
    told.countDown();
    try {
      if (closed.await(patienceSeconds, TimeUnit.SECONDS) && done) {
        Runtime.getRuntime().halt(ExitCode.OK.code());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
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
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is ending, and the hook sees that this is closed.
      System.getLogger(JvmStopSignal.class.getName()).log(System.Logger.Level.DEBUG, "ending", e);
    }
  }
}
