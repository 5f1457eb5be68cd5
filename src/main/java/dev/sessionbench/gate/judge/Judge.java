package dev.sessionbench.gate.judge;

import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.gate.CellData;
import dev.sessionbench.gate.CountData;
import dev.sessionbench.gate.GateData;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.policy.Conclusion;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.PolicyCell;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Turns measurements into a verdict. The same measurements under the same policy always give the
 * same verdict.
 */
public final class Judge {
  private Judge() {}

  /**
   * Judges all measurements.
   *
   * @param policy the policy
   * @param data the measurements
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
    List<PolicyCell> timedCells =
        policy.timedCells().stream().filter(c -> !data.leftOut().contains(c.name())).toList();
    timedCells.stream()
        .filter(cell -> !countsDecide && data.ended())
        .filter(cell -> CellData.NONE.equals(data.cells().get(cell.name())))
        .map(cell -> Finding.broken(cell.name(), Outcome.MISSING, "nothing was measured"))
        .forEach(findings::add);
    TimedJudge timed = TimedJudge.judge(policy, data);
    // A candidate that fails by its counts is not timed, so its missing times are not a gap.
    timed.findings().stream()
        .filter(finding -> finding.blocks() > 0 || !countsDecide)
        .forEach(findings::add);
    data.overrun()
        .ifPresent(reason -> findings.add(Finding.broken("all cells", Outcome.FAILED, reason)));
    policy.timedCells().stream()
        .map(PolicyCell::name)
        .filter(data.leftOut()::contains)
        .map(Finding::untimed)
        .forEach(findings::add);
    timedCells.stream().flatMap(c -> unreported(policy, data, c)).forEach(findings::add);
    timedCells.stream().flatMap(c -> shown(policy, data, c)).forEach(findings::add);
    return verdict(policy, findings, failed, timed);
  }

  /**
   * Whether the outcome of the counts ends the gate before anything is timed.
   *
   * @param outcome the outcome of all counts, or of one
   * @param wantsAll whether each metric needs a verdict: then changed counts do not end the gate
   */
  public static boolean ends(Outcome outcome, boolean wantsAll) {
    return outcome.fails() && !(wantsAll && outcome == Outcome.CHANGED);
  }

  /**
   * Judges a gate that has only counted.
   *
   * @param policy the policy
   * @param counts what was counted
   * @return the verdict
   */
  public static Judgement countsAlone(Policy policy, CountData counts) {
    TimedJudge none = TimedJudge.judge(policy, new GateData(false, Map.of()));
    return verdict(policy, CountJudge.judge(policy, counts), true, none);
  }

  /**
   * The gated metrics in which the gate could have missed too large a change.
   *
   * @param policy the policy that has judged
   * @param judgement its verdict
   * @param most the largest allowed minimum detectable effect, as a relative change; a metric whose
   *     margin is above half of it may have twice its margin
   * @return one sentence for each metric or cell
   */
  public static List<String> lackingPower(Policy policy, Judgement judgement, double most) {
    List<String> lacking = new ArrayList<>();
    String power = "too little power: %s: %s: could have found %s, must be at most %s";
    for (Finding f : judgement.findings()) {
      if (f.kind() == Finding.Kind.MEASURED) {
        String name = f.cell();
        PolicyCell cell =
            policy.cells().stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
        double margin = Math.expm1(policy.marginLog(cell, f.metric(), f.base()));
        double allowed = Math.max(most, 2 * margin);
        double found = f.detectableChange();
        String could = Double.isNaN(found) ? "no change of any size" : percent(found);
        if (Double.isNaN(found) || found > allowed) {
          lacking.add(power.formatted(f.cell(), f.label(), could, percent(allowed)));
        }
      } else if (f.decides() && f.outcome() == Outcome.INCONCLUSIVE) {
        lacking.add("too little power: %s: %s".formatted(f.cell(), f.note()));
      }
    }
    return lacking;
  }

  private static String percent(double change) {
    return Numbers.oneDecimal(100 * change) + " %";
  }

  /** Takes the outcome of the gravest deciding finding. The policy says how it is shown. */
  private static Judgement verdict(
      Policy policy, List<Finding> findings, boolean decided, TimedJudge timed) {
    Outcome outcome =
        findings.stream()
            .filter(Finding::decides)
            .map(Finding::outcome)
            .min(Comparator.naturalOrder())
            .orElse(Outcome.INCONCLUSIVE);
    Conclusion other = outcome.fails() ? Conclusion.FAILURE : Conclusion.SUCCESS;
    Conclusion shown = outcome == Outcome.INCONCLUSIVE ? policy.inconclusive() : other;
    return timed.judgement(outcome, shown, decided, findings);
  }

  /** One finding for each cell that has lines of a kind. */
  private static List<Finding> broken(
      Policy policy, GateData data, Function<CellData, List<String>> kind, Outcome outcome) {
    List<Finding> findings = new ArrayList<>();
    for (PolicyCell cell : policy.timedCells()) {
      List<String> lines = kind.apply(data.cell(cell));
      if (!lines.isEmpty()) {
        String more = lines.size() > 1 ? " (and %s more)".formatted(lines.size() - 1) : "";
        findings.add(Finding.broken(cell.name(), outcome, lines.get(0) + more));
      }
    }
    return findings;
  }

  /** One finding for each gated metric of a cell for which a side's client has no value. */
  private static Stream<Finding> unreported(Policy policy, GateData data, PolicyCell cell) {
    List<Finding> findings = new ArrayList<>();
    for (String metric : cell.gated()) {
      String why = data.unreported().get(metric);
      String label = policy.metric(metric).label();
      if (why != null) {
        findings.add(
            new Finding(cell.name(), metric, label, Finding.Kind.SHOWN, Outcome.SAME, why));
      }
    }
    return findings.stream();
  }

  /** The metrics of a cell that the policy names and does not gate. */
  private static Stream<Finding> shown(Policy policy, GateData data, PolicyCell cell) {
    return data.cell(cell).blocks().entrySet().stream()
        .filter(metric -> !cell.gated().contains(metric.getKey()))
        .filter(metric -> metric.getValue().median(Side.BASELINE) > 0)
        .map(metric -> TimedTest.of(policy, cell, metric.getKey(), metric.getValue()))
        .map(test -> test.finding(Finding.Kind.SHOWN, Outcome.SAME, Double.NaN, 1, ""));
  }
}
