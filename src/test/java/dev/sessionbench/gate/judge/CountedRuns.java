package dev.sessionbench.gate.judge;

import dev.sessionbench.gate.Arm;
import dev.sessionbench.gate.CountData.Run;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.SyntheticPolicy;
import java.util.Map;

/** Runs with two counts: one that a rule gives, and one that depends on the machine. */
final class CountedRuns {
  static final String RPCS = "rpcs";
  static final String IN_FLIGHT = "inFlight";

  private CountedRuns() {}

  /** A policy of which only some counts must not change. */
  static Policy policy(String exact) {
    return SyntheticPolicy.with("rpcs, overshoot", exact);
  }

  static Run run(Arm arm, double rpcs, double inFlight) {
    return new Run(arm, Map.of(RPCS, rpcs, IN_FLIGHT, inFlight), "");
  }
}
