package dev.sessionbench.gate.judge;

import dev.sessionbench.gate.CellData;
import dev.sessionbench.gate.CountData;
import dev.sessionbench.gate.Measurements.GateData;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.policy.Conclusion;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.PolicyCell;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

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
    List<Finding> findings = new ArrayList<>(CountJudge.judge(policy, data.counts()));
    boolean countsDecide = findings.stream().anyMatch(f -> ends(f.outcome(), data.wantsAll()));
    List<Finding> broken = broken(policy, data, CellData::failures, Outcome.FAILED);
    findings.addAll(broken);
    if (data.ended()) {
      findings.addAll(broken(policy, data, CellData::losses, Outcome.INCONCLUSIVE));
    }
    boolean failed = countsDecide || !broken.isEmpty();
    if (!countsDecide) {
      findings.addAll(unmeasured(policy, data));
    }
    TimedJudge.Looks timed = TimedJudge.judge(policy, data);
    // Whoever fails by its counts is not timed; that is no gap in the measurements.
    timed.findings().stream()
        .filter(finding -> finding.figures().blocks() > 0 || !countsDecide)
        .forEach(findings::add);
    data.overrun()
        .forEach(words -> findings.add(Finding.broken("all cells", Outcome.FAILED, words)));
    findings.addAll(leftOut(policy, data));
    findings.addAll(unreported(policy, data));
    findings.addAll(shown(policy, data));
    return verdict(policy, findings, failed || timed.decided(), timed);
  }

  /**
   * Whether counts with an outcome leave nothing to be timed.
   *
   * @param outcome of all counts, or of one
   * @param wantsAll whether each metric is to have its verdict: then counts that are others do not
   */
  public static boolean ends(Outcome outcome, boolean wantsAll) {
    return outcome.fails() && !(wantsAll && outcome == Outcome.CHANGED);
  }

  /**
   * Judges a gate that has counted and timed nothing.
   *
   * @param policy the rules
   * @param counts what was counted
   * @return the verdict
   */
  public static Judgement countsAlone(Policy policy, CountData counts) {
    return verdict(policy, CountJudge.judge(policy, counts), true, TimedJudge.Looks.NONE);
  }

  /** The gravest finding that decides is the whole's, and the policy says how it is shown. */
  private static Judgement verdict(
      Policy policy, List<Finding> findings, boolean decided, TimedJudge.Looks timed) {
    Outcome outcome =
        findings.stream()
            .filter(Finding::decides)
            .map(Finding::outcome)
            .min(Comparator.naturalOrder())
            .orElse(Outcome.INCONCLUSIVE);
    Conclusion told = outcome.fails() ? Conclusion.FAILURE : Conclusion.SUCCESS;
    return new Judgement(
        outcome,
        outcome == Outcome.INCONCLUSIVE ? policy.inconclusive() : told,
        decided,
        timed.blocks(),
        findings,
        timed.suspects(),
        timed.freshBlocks());
  }

  /** One finding for each cell that has one line or more of a kind. */
  private static List<Finding> broken(
      Policy policy, GateData data, Function<CellData, List<String>> kind, Outcome outcome) {
    List<Finding> findings = new ArrayList<>();
    for (PolicyCell cell : policy.cells()) {
      List<String> lines = kind.apply(data.cell(cell));
      if (!lines.isEmpty()) {
        String more = lines.size() > 1 ? " (and %s more)".formatted(lines.size() - 1) : "";
        findings.add(Finding.broken(cell.name(), outcome, lines.get(0) + more));
      }
    }
    return findings;
  }

  /** One finding for each cell that was to be timed, and of which there is nothing. */
  private static List<Finding> unmeasured(Policy policy, GateData data) {
    return policy.timedCells().stream()
        .map(PolicyCell::name)
        .filter(cell -> data.ended() && CellData.NONE.equals(data.cells().get(cell)))
        .filter(cell -> !data.leftOut().contains(cell))
        .map(cell -> Finding.broken(cell, Outcome.MISSING, "nothing was measured"))
        .toList();
  }

  /** One finding for each cell that there was no time for: nothing is known of its times. */
  private static List<Finding> leftOut(Policy policy, GateData data) {
    return policy.timedCells().stream()
        .map(PolicyCell::name)
        .filter(data.leftOut()::contains)
        .map(Finding::untimed)
        .toList();
  }

  /** One finding for each gated metric that a side's client has no value of. */
  private static List<Finding> unreported(Policy policy, GateData data) {
    List<Finding> findings = new ArrayList<>();
    for (PolicyCell cell : policy.timedCells()) {
      cell.gated().stream()
          .filter(metric -> data.unreported().containsKey(metric))
          .filter(metric -> !data.leftOut().contains(cell.name()))
          .map(
              metric ->
                  Finding.unreported(
                      cell.name(),
                      metric,
                      policy.metric(metric).label(),
                      data.unreported().getOrDefault(metric, "")))
          .forEach(findings::add);
    }
    return findings;
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
                if (!cell.gated().contains(metric) && series.median(Side.BASELINE) > 0) {
                  findings.add(TimedTest.of(policy, cell, metric, series).shown());
                }
              });
    }
    return findings;
  }
}
