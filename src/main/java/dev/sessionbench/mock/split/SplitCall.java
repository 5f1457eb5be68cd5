package dev.sessionbench.mock.split;

import dev.sessionbench.base.model.TimeSource.Cancellable;

/** One call that waits for its split. */
final class SplitCall implements Cancellable {
  final double key;
  final String statement;
  final int cost;
  final long arrivalNanos;
  private final Runnable served;
  private volatile boolean cancelled;

  SplitCall(double key, String statement, int cost, long arrivalNanos, Runnable served) {
    this.key = key;
    this.statement = statement;
    this.cost = cost;
    this.arrivalNanos = arrivalNanos;
    this.served = served;
  }

  boolean cancelled() {
    return cancelled;
  }

  /** Takes the call out of the queue; one that is being served is served to its end. */
  @Override
  public void cancel() {
    cancelled = true;
  }

  void end() {
    if (!cancelled) {
      served.run();
    }
  }
}
