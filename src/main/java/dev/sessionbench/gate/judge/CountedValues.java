package dev.sessionbench.gate.judge;

import dev.sessionbench.base.stats.RankTest;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.gate.CountData.Cell;
import dev.sessionbench.gate.CountData.Run;
import dev.sessionbench.gate.Side;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The values of one count in one cell, for both sides.
 *
 * @param cell the cell
 * @param metric the count's name
 * @param base the baseline's values; NaN where a run has none
 * @param head the candidate's values; NaN where a run has none
 */
record CountedValues(Cell cell, String metric, Sample base, Sample head) {
  /**
   * The share of candidate runs that must differ from the baseline's only value to be a change.
   * Fewer could be a race that the baseline has too.
   */
  private static final double LEAST_SHARE = 0.4;

  /** How often the ranks of equal sides may differ as much; of ten runs a side, one may overlap. */
  private static final double CHANCE = 0.0005;

  static CountedValues of(Cell cell, String metric, List<Run> runs) {
    return new CountedValues(
        cell, metric, values(runs, Side.BASELINE, metric), values(runs, Side.CANDIDATE, metric));
  }

  private static Sample values(List<Run> runs, Side side, String metric) {
    return Sample.of(
        runs.stream()
            .filter(run -> run.side() == side && !run.hasFailed())
            .map(run -> run.counts().getOrDefault(metric, Double.NaN))
            .toList());
  }

  /** Whether this cell has no such count: no closed form gives it and no run reports it. */
  boolean isOfNone() {
    return !cell.rule().containsKey(metric) && isNowhere(base) && isNowhere(head);
  }

  private static boolean isNowhere(Sample values) {
    return values.values().stream().noneMatch(Double::isFinite);
  }

  /** The side that lacks a value, the candidate if both do; empty if no value is missing. */
  Optional<Side> lacking() {
    if (lacks(head)) {
      return Optional.of(Side.CANDIDATE);
    }
    return lacks(base) ? Optional.of(Side.BASELINE) : Optional.empty();
  }

  private static boolean lacks(Sample values) {
    return values.n() == 0 || !values.values().stream().allMatch(Double::isFinite);
  }

  /** Whether the baseline has several values, or differs from the closed form. */
  boolean races() {
    return base.min() < base.max() || base.min() != cell.rule().getOrDefault(metric, base.min());
  }

  /** The number of candidate runs outside the baseline's range. */
  long outside() {
    return head.values().stream().filter(v -> v < base.min() || v > base.max()).count();
  }

  /** Whether all candidate runs lie within the baseline's range. */
  boolean isSame() {
    return outside() == 0;
  }

  /** Whether the candidate has more: in the median, or in its range if the medians are equal. */
  boolean isMore() {
    int medians = Double.compare(head.median(), base.median());
    return medians == 0 ? head.min() + head.max() > base.min() + base.max() : medians > 0;
  }

  /**
   * Whether the candidate's runs are a change. If the baseline has one value, enough runs must
   * differ from it. Otherwise no run lies in its range, or the ranks of all runs differ.
   *
   * @param varies whether the count varies in the baseline, here or in another cell
   */
  boolean isChanged(boolean varies) {
    return !isSame()
        && (outside() >= head.n() * (varies ? 1 : LEAST_SHARE)
            || (varies && RankTest.pValue(base.toArray(), head.toArray()) <= CHANCE));
  }

  @Override
  public String toString() {
    return "%s in the baseline, %s in the candidate".formatted(range(base), range(head));
  }

  private static String range(Sample values) {
    return values.min() == values.max()
        ? String.format(Locale.ROOT, "%.0f", values.min())
        : String.format(Locale.ROOT, "%.0f to %.0f", values.min(), values.max());
  }
}
