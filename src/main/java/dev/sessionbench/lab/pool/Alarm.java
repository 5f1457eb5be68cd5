package dev.sessionbench.lab.pool;

import dev.sessionbench.base.model.TimeSource;
import dev.sessionbench.base.model.TimeSource.Cancellable;
import dev.sessionbench.lab.strategy.GrowthStrategy;
import org.jspecify.annotations.Nullable;

/** A task that runs at a moment which may be named anew at any time. */
final class Alarm {
  private final TimeSource time;
  private final Runnable task;
  private long atNanos = GrowthStrategy.NEVER;
  private @Nullable Cancellable scheduled;

  Alarm(TimeSource time, Runnable task) {
    this.time = time;
    this.task = task;
  }

  /** Runs the task then, in place of any moment named before. */
  void set(long nanos) {
    if (nanos == atNanos) {
      return;
    }
    if (scheduled != null) {
      scheduled.cancel();
      scheduled = null;
    }
    atNanos = nanos;
    if (nanos != GrowthStrategy.NEVER) {
      scheduled = time.after(nanos - time.nanos(), task);
    }
  }

  /** Must be called by the task: its moment has come and is over. */
  void rang() {
    atNanos = GrowthStrategy.NEVER;
    scheduled = null;
  }
}
