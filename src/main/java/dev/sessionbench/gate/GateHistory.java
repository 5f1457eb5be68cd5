package dev.sessionbench.gate;

import dev.sessionbench.results.GateLine;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

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
    return new GateLine(plan.startedAt(), build(plan.base()), build(plan.head()), figures);
  }

  private static GateLine.Build build(ArmIdentity arm) {
    return new GateLine.Build(arm.gitCommit(), arm.clientVersion(), new TreeMap<>(arm.params()));
  }

  /**
   * The error is that of the mean: the estimate's own is no larger but by 2 % under normal noise.
   */
  private static GateLine.Figure figure(TimedTest test, String metric) {
    double[] ratios = test.logRatios();
    int n = ratios.length;
    double mean = DoubleStream.of(ratios).average().orElseThrow();
    double squares = DoubleStream.of(ratios).map(x -> (x - mean) * (x - mean)).sum();
    return new GateLine.Figure(
        test.cell().name(),
        metric,
        test.series().unit(),
        test.ranks().estimate(),
        Math.sqrt(squares / (n - 1) / n),
        n);
  }
}
