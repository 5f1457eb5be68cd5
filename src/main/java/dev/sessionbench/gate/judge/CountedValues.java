package dev.sessionbench.gate.judge;

import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.gate.CountData.Cell;
import dev.sessionbench.gate.CountData.Run;
import dev.sessionbench.gate.Side;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One count of one cell, in every run of both sides that it is judged by.
 *
 * @param cell the cell
 * @param metric the count's name
 * @param base the baseline's values; NaN where a run has none
 * @param head the candidate's values; NaN where a run has none
 */
record CountedValues(Cell cell, String metric, Sample base, Sample head) {
  static CountedValues of(Cell cell, String metric, List<Run> runs) {
    return new CountedValues(
        cell, metric, values(runs, Side.BASELINE, metric), values(runs, Side.CANDIDATE, metric));
  }

  private static Sample values(List<Run> runs, Side side, String metric) {
    return Sample.of(
        runs.stream()
            .filter(run -> run.side() == side)
            .map(run -> run.counts().getOrDefault(metric, Double.NaN))
            .toList());
  }

  /** What it shares with the same count of the cells of its group. */
  List<String> kind() {
    return List.of(cell.group(), metric);
  }

  /**
   * The side that lacks a value; the candidate where both do. Nothing where no value is missing.
   */
  Optional<Side> lacking() {
    if (lacks(head)) {
      return Optional.of(Side.CANDIDATE);
    }
    return lacks(base) ? Optional.of(Side.BASELINE) : Optional.empty();
  }

  private static boolean lacks(Sample values) {
    return values.n() == 0 || !values.values().stream().allMatch(Double::isFinite);
  }

  /**
   * Whether the machine has a say in it, so that no single cell tells anything. Without a rule for
   * any count of the baseline, whose client then grows by no step, it is but the requests in
   * flight.
   */
  boolean dependsOnMachine() {
    return !cell.rule().containsKey(metric)
        && (!cell.rule().isEmpty() || metric.equals(RunMetric.IN_FLIGHT.key()));
  }

  /** Whether every run of the baseline is as the pool's rule has it. */
  boolean isFactInBaseline() {
    Double rule = cell.rule().get(metric);
    return rule != null && base.values().stream().allMatch(rule::equals);
  }

  /** The same of all runs that have a value, the first as well as the fresh ones. */
  CountedValues throughout() {
    return of(
        cell,
        metric,
        Stream.concat(cell.runs().stream(), cell.again().stream())
            .filter(run -> Double.isFinite(run.counts().getOrDefault(metric, Double.NaN)))
            .toList());
  }

  /** Whether the runs of the candidate agree among themselves. */
  boolean candidateAgrees() {
    return agree(head);
  }

  private static boolean agree(Sample values) {
    return values.values().stream().distinct().count() == 1;
  }

  /** Whether the runs of each side agree among themselves, whatever the other's are. */
  boolean isSteady() {
    return agree(base) && agree(head);
  }

  /** How many runs there are beyond the first of each side. */
  int repeats() {
    return base.n() + head.n() - 2;
  }

  /** Whether there is but one value, in all runs of both sides. */
  boolean isOneValue() {
    return Stream.of(base, head).flatMap(side -> side.values().stream()).distinct().count() == 1;
  }

  /** Whether each side has one value, and the candidate another than the baseline. */
  boolean isSteadyDifference() {
    return isSteady() && difference() != 0;
  }

  /** By how much the candidate's median is above the baseline's. */
  double difference() {
    return head.median() - base.median();
  }

  /** How many values both sides have. */
  int pairs() {
    return Math.min(base.n(), head.n());
  }

  /** The range of a side. */
  static String range(Sample values) {
    return values.min() == values.max()
        ? String.format(Locale.ROOT, "%.0f", values.min())
        : String.format(Locale.ROOT, "%.0f to %.0f", values.min(), values.max());
  }
}
