package dev.sessionbench.bench.run;

import com.google.common.util.concurrent.Uninterruptibles;

/** Does something when the JVM is told to end, for example by Ctrl-C. */
public final class InterruptionHook {
  private final Thread thread;

  private InterruptionHook(Thread thread) {
    this.thread = thread;
  }

  /**
   * Installs a hook until it is removed.
   *
   * @param action what to do
   */
  public static InterruptionHook install(Runnable action) {
    Thread thread =
        new Thread(
            () -> {
              action.run();
              // A signal to this process alone would leave the fork measuring for nobody.
              ProcessHandle.current().descendants().forEach(ProcessHandle::destroy);
            },
            "keep-results");
    Runtime.getRuntime().addShutdownHook(thread);
    return new InterruptionHook(thread);
  }

  /** Removes the hook; while the JVM is ending, waits for the action's end. */
  public void remove() {
    try {
      Runtime.getRuntime().removeShutdownHook(thread);
    } catch (IllegalStateException e) {
      // The JVM is ending and the hook is running: wait for the end, and report nothing twice.
      Uninterruptibles.joinUninterruptibly(thread);
    }
  }
}
