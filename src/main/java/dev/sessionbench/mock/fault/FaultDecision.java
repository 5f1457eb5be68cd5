package dev.sessionbench.mock.fault;

import org.jspecify.annotations.Nullable;

/**
 * What happens to one call.
 *
 * @param factor what its simulated time is multiplied by, at least 1
 * @param extraNanos what it takes on top of that, in nanoseconds
 * @param outcome what becomes of the answer; nothing where it is left alone
 */
public record FaultDecision(double factor, long extraNanos, @Nullable FaultEffect outcome) {
  /** Nothing goes wrong. */
  public static final FaultDecision NONE = new FaultDecision(1, 0, null);

  /**
   * How long the call takes.
   *
   * @param simulatedNanos how long it would take if nothing went wrong
   * @return the time in nanoseconds
   */
  public long latencyNanos(long simulatedNanos) {
    return (factor > 1 ? Math.round(simulatedNanos * factor) : simulatedNanos) + extraNanos;
  }
}
