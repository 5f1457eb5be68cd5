package dev.sessionbench.gate;

import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a project lets through.
 *
 * @param alpha the probability that a gate without any difference in it finds one significant,
 *     above 0 and below 0.5
 * @param confidence the coverage of the intervals, from 0.5 to below 1
 * @param floor the smallest relative change that matters, above 0
 * @param band the relative change within which two arms are the same, above 0
 * @param blocks pairs of forks for each timed cell, unless the budget allows fewer
 * @param confirmBlocks fresh pairs that must confirm a flagged cell
 * @param confirmAlpha the significance that the fresh pairs alone must reach
 * @param forkSeconds how long a fork may take before it counts as failed
 * @param looks the moments at which the measurements are judged; the last has all blocks
 * @param exact the counts that must not grow
 * @param metrics the measured metrics by name; {@code score} is the benchmark's own
 * @param cells the cells
 */
public record Policy(
    double alpha,
    double confidence,
    double floor,
    double band,
    int blocks,
    int confirmBlocks,
    double confirmAlpha,
    int forkSeconds,
    List<PolicyLook> looks,
    List<String> exact,
    Map<String, PolicyMetric> metrics,
    List<PolicyCell> cells) {
  private static final int MOST_BLOCKS = 1_000;
  private static final double ROUNDING = 1e-9;

  /**
   * Copies the collections and checks what one key alone does not show.
   *
   * @throws IllegalArgumentException naming the key, its value and what would be right
   */
  public Policy {
    looks = List.copyOf(looks);
    exact = List.copyOf(exact);
    metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
    cells = List.copyOf(cells);
    PolicyChecks.require(alpha > 0 && alpha < 0.5, "alpha", alpha, "above 0 and below 0.5");
    PolicyChecks.require(
        confidence >= 0.5 && confidence < 1, "confidence", confidence, "from 0.5 to below 1");
    PolicyChecks.require(floor > 0 && floor < 1, "floor", floor, "above 0 and below 1");
    PolicyChecks.require(band > 0 && band < 1, "band", band, "above 0 and below 1");
    PolicyChecks.require(
        blocks >= 1 && blocks <= MOST_BLOCKS, "blocks", blocks, "from 1 to " + MOST_BLOCKS);
    PolicyChecks.require(
        confirmBlocks >= 1 && confirmBlocks <= MOST_BLOCKS,
        "confirmBlocks",
        confirmBlocks,
        "from 1 to " + MOST_BLOCKS);
    PolicyChecks.require(
        confirmAlpha > 0 && confirmAlpha < 0.5, "confirmAlpha", confirmAlpha, "0 to 0.5");
    PolicyChecks.require(forkSeconds >= 1, "forkSeconds", forkSeconds, "at least 1");
    checkLooks(looks);
    checkCells(cells, metrics);
  }

  private static void checkLooks(List<PolicyLook> looks) {
    PolicyChecks.require(!looks.isEmpty(), "looks", "none", "at least one, at: 1");
    double before = 0;
    double alarm = 0;
    double clear = 0;
    for (PolicyLook look : looks) {
      PolicyChecks.require(look.at() > before, "looks: at", look.at(), "above the one before");
      before = look.at();
      alarm += look.alarm();
      clear += look.clear();
    }
    PolicyChecks.require(before == 1, "looks: the last at", before, "1");
    PolicyChecks.require(alarm <= 1 + ROUNDING, "looks: the sum of alarm", alarm, "at most 1");
    PolicyChecks.require(clear <= 1 + ROUNDING, "looks: the sum of clear", clear, "at most 1");
  }

  private static void checkCells(List<PolicyCell> cells, Map<String, PolicyMetric> metrics) {
    PolicyChecks.require(!cells.isEmpty(), "cells", "none", "at least one");
    Set<String> names = new HashSet<>();
    for (PolicyCell cell : cells) {
      PolicyChecks.require(names.add(cell.name()), "cells", cell.name(), "named once only");
      for (String metric : cell.gated()) {
        PolicyMetric known = metrics.get(metric);
        PolicyChecks.require(
            known != null && known.decides(),
            "cells: " + cell.name() + ": gated",
            metric,
            "one of the metrics that decide: "
                + String.join(
                    ", ", metrics.keySet().stream().filter(m -> decides(metrics, m)).toList()));
      }
    }
  }

  private static boolean decides(Map<String, PolicyMetric> metrics, String name) {
    PolicyMetric metric = metrics.get(name);
    return metric != null && metric.decides();
  }

  /** The number of tests that share alpha: every gated metric of every cell. */
  public int tests() {
    return cells.stream().mapToInt(cell -> cell.gated().size()).sum();
  }

  /** The timed cells. */
  public List<PolicyCell> timedCells() {
    return cells.stream().filter(PolicyCell::isTimed).toList();
  }

  /**
   * How a metric is judged.
   *
   * @param name a metric of this policy
   * @return its rules
   * @throws IllegalArgumentException if the policy does not name it
   */
  public PolicyMetric metric(String name) {
    PolicyMetric metric = metrics.get(name);
    if (metric == null) {
      throw new IllegalArgumentException(name + ": the policy does not name this metric");
    }
    return metric;
  }

  /**
   * The smallest relative change of a metric that matters, as a logarithm of a ratio.
   *
   * @param name the metric
   * @param base the base's typical value, in the metric's unit
   * @return above 0
   */
  double floorLog(String name, double base) {
    PolicyMetric metric = metric(name);
    return widened(
        metric.floor() == null ? floor : metric.floor(), metric.negligibleAmount(), base);
  }

  /**
   * The change within which two arms are the same, as a logarithm of a ratio.
   *
   * @param cell the cell
   * @param name the metric
   * @param base the base's typical value, in the metric's unit
   * @return above 0
   */
  double bandLog(PolicyCell cell, String name, double base) {
    PolicyMetric metric = metric(name);
    double own = cell.band(name, metric.band() == null ? band : metric.band());
    return widened(own, metric.negligibleAmount(), base);
  }

  private static double widened(double relative, double negligible, double base) {
    return Math.log1p(base > 0 ? Math.max(relative, negligible / base) : relative);
  }
}
