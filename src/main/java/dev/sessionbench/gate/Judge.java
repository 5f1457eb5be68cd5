package dev.sessionbench.gate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Turns measurements into a verdict. A pure function: the same measurements under the same policy
 * give the same verdict, whenever and wherever.
 */
public final class Judge {
  private Judge() {}

  /**
   * Judges all.
   *
   * @param policy the rules
   * @param data what was measured
   * @return the verdict
   */
  public static Judgement judge(Policy policy, GateData data) {
    List<Finding> findings = new ArrayList<>(counts(policy, data));
    boolean countsDecide = findings.stream().anyMatch(f -> f.outcome().fails());
    TimedJudge timed = TimedJudge.judge(policy, data);
    // Whoever fails by its counts is not timed; that is no gap in the measurements.
    timed.findings().stream()
        .filter(finding -> finding.figures().blocks() > 0 || !countsDecide)
        .forEach(findings::add);
    data.overrun()
        .forEach(words -> findings.add(Finding.broken("all cells", Outcome.FAILED, words)));
    findings.addAll(leftOut(policy, data));
    findings.addAll(shown(policy, data));
    Outcome outcome =
        findings.stream()
            .filter(Finding::decides)
            .map(Finding::outcome)
            .min(Comparator.naturalOrder())
            .orElse(Outcome.INCONCLUSIVE);
    return new Judgement(
        outcome,
        policy.conclusion(outcome),
        countsDecide || timed.isDecided(),
        timed.blocks(),
        findings,
        timed.suspects(),
        timed.freshBlocks());
  }

  /**
   * Judges the counts, and whether there is anything to judge.
   *
   * @param policy the rules
   * @param data what was measured
   * @return one finding for each count, and one for each cell that failed or is missing
   */
  public static List<Finding> counts(Policy policy, GateData data) {
    List<Finding> findings = new ArrayList<>();
    for (PolicyCell cell : policy.cells()) {
      CellData measured = data.cells().get(cell.name());
      if (measured == null) {
        continue;
      }
      List<String> failures = measured.failures();
      if (!failures.isEmpty()) {
        String more = failures.size() > 1 ? " (and %s more)".formatted(failures.size() - 1) : "";
        findings.add(Finding.broken(cell.name(), Outcome.FAILED, failures.get(0) + more));
      }
      if (measured.equals(CellData.NONE)) {
        findings.add(Finding.broken(cell.name(), Outcome.MISSING, "nothing was measured"));
      }
      findings.addAll(ExactJudge.judge(policy, cell, measured));
    }
    return findings;
  }

  /** One finding for each cell that there was no time for: nothing is known of its times. */
  private static List<Finding> leftOut(Policy policy, GateData data) {
    return policy.timedCells().stream()
        .map(PolicyCell::name)
        .filter(data.leftOut()::contains)
        .map(Finding::untimed)
        .toList();
  }

  /** What is shown beside: metrics that the policy names but that do not decide. */
  private static List<Finding> shown(Policy policy, GateData data) {
    List<Finding> findings = new ArrayList<>();
    for (PolicyCell cell : policy.timedCells()) {
      if (data.leftOut().contains(cell.name())) {
        continue;
      }
      data.cell(cell)
          .blocks()
          .forEach(
              (metric, series) -> {
                if (!cell.gated().contains(metric) && series.median(Arm.BASE) > 0) {
                  findings.add(TimedTest.of(policy, cell, metric, series).shown());
                }
              });
    }
    return findings;
  }
}
