package dev.sessionbench.study.diagnosis;

import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.bench.load.Operation.Kind;
import dev.sessionbench.bench.load.OperationTimes;

/**
 * One transaction of an agent.
 *
 * @param kind what it did
 * @param intendedNanos when it should have begun: in a closed loop when the agent's pause was over,
 *     in an open loop when the schedule said so
 * @param times when it began, had its session and ended
 * @param attempts how often it was tried, at least 1
 */
public record Transaction(Kind kind, long intendedNanos, OperationTimes times, int attempts) {
  /** How long it waited for its session, in milliseconds. */
  public double waitMillis() {
    return times.waitNanos() / Nanos.PER_MILLI;
  }

  /** How long it had its session, in milliseconds; 0 if it never had one. */
  public double holdMillis() {
    return times.hadSession()
        ? (times.releasedNanos() - times.acquiredNanos()) / Nanos.PER_MILLI
        : 0;
  }

  /** From the call into the client to its return, in milliseconds. */
  public double endToEndMillis() {
    return (times.releasedNanos() - times.wantedNanos()) / Nanos.PER_MILLI;
  }

  /** From when it should have begun to its end, in milliseconds. */
  public double sinceIntendedMillis() {
    return (times.releasedNanos() - intendedNanos) / Nanos.PER_MILLI;
  }
}
