package dev.sessionbench.gate.show;

import dev.sessionbench.gate.GatePlan;
import dev.sessionbench.gate.Judgement;
import java.util.List;

/**
 * A verdict with all that a reader needs to understand it.
 *
 * @param judgement the verdict
 * @param policyOrigin where the rules came from
 * @param plan what was measured
 * @param notes what a reader should know of the run, one sentence each
 * @param reproduce the command that measures the same again
 */
public record GateReport(
    Judgement judgement, String policyOrigin, GatePlan plan, List<String> notes, String reproduce) {
  /** Copies the list. */
  public GateReport {
    notes = List.copyOf(notes);
  }
}
