package dev.sessionbench.mock.split;

import dev.sessionbench.base.model.TimeSource.Cancellable;
import java.util.concurrent.atomic.AtomicBoolean;

/** One call that waits for its split since {@code atNanos}. */
record SplitCall(
    double key, String statement, int cost, long atNanos, Runnable served, AtomicBoolean cancelled)
    implements Cancellable {
  /** Takes the call out of the queue; a call that is being served is finished. */
  @Override
  public void cancel() {
    cancelled.set(true);
  }

  void end() {
    if (!cancelled.get()) {
      served.run();
    }
  }
}
