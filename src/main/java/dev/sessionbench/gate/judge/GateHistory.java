package dev.sessionbench.gate.judge;

import dev.sessionbench.base.results.GateLine;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.gate.ArmIdentity;
import dev.sessionbench.gate.GateData;
import dev.sessionbench.gate.GatePlan;
import dev.sessionbench.gate.Series;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.PolicyCell;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Reduces what a gate measured to the line that the history of gates keeps of it. */
public final class GateHistory {
  private GateHistory() {}

  /**
   * The line of a gate: every gated metric of every timed cell of which there are two pairs of
   * forks or more. Fresh forks are left out: they are asked for because of what the others showed.
   *
   * @param plan what it set out to do
   * @param policy names cells and metrics
   * @param data what it measured
   * @return the line
   */
  public static GateLine line(GatePlan plan, Policy policy, GateData data) {
    List<GateLine.Figure> figures = new ArrayList<>();
    for (PolicyCell cell : policy.timedCells()) {
      for (String metric : cell.gated()) {
        Series series = data.cell(cell).blocks().get(metric);
        if (series != null) {
          TimedTest test = TimedTest.of(policy, cell, metric, series);
          if (test.ranks().n() > 1) {
            figures.add(figure(test, policy.metric(metric).label()));
          }
        }
      }
    }
    return new GateLine(
        plan.startedAt(), build(plan.base()), build(plan.head()), plan.profiles(), figures);
  }

  private static GateLine.Build build(ArmIdentity arm) {
    TreeMap<String, String> params = new TreeMap<>(arm.params());
    if (!arm.injection().isEmpty()) {
      params.put("inject", arm.injection());
    }
    return new GateLine.Build(
        arm.gitCommit(), arm.digestBesideCommit(), arm.clientVersion(), params);
  }

  /**
   * The error is that of the mean: the estimate's own is no larger but by 2 % under normal noise.
   */
  private static GateLine.Figure figure(TimedTest test, String metric) {
    Sample ratios = Sample.of(test.logRatios());
    return new GateLine.Figure(
        test.cell().name(),
        metric,
        test.series().unit(),
        test.ranks().estimate(),
        ratios.deviation() / Math.sqrt(ratios.n()),
        ratios.n(),
        test.marginLog());
  }
}
