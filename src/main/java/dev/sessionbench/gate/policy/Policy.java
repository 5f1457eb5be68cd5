package dev.sessionbench.gate.policy;

import com.google.common.collect.Maps;
import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.Key;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.stats.WilcoxonSignedRank;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The policy of a project's gate: what is measured, and which changes it lets through.
 *
 * @param alpha the largest share of gates that may flag a metric although no metric changed beyond
 *     its margin, above 0 and below 0.5
 * @param confirmAlpha the largest share of those flags that fresh pairs may confirm, above 0 and
 *     below 0.5. The false positive rate of a gate is at most alpha times this
 * @param clearAlpha the largest share of changes as large as their margin that may be called {@code
 *     same}, above 0 and below 0.5
 * @param inconclusive how a pull request shows an inconclusive gate: neutral or failure
 * @param gross when a candidate is so much slower that nothing else is measured
 * @param blocks the pairs of forks for each timed cell, unless the budget allows fewer
 * @param confirmBlocks the fresh pairs that confirm a flagged cell
 * @param forkSeconds how long a fork may take before it counts as failed, in seconds
 * @param looks the looks at which the measurements are judged; the last has all blocks
 * @param exact the counts that must not change in either direction
 * @param metrics the measured metrics by name; {@value CellResult#SCORE} is the benchmark's own
 *     score, its wall time
 * @param cells the cells
 */
@RecordBuilder
public record Policy(
    @Key(range = "(0, 0.5)") double alpha,
    @Key(range = "(0, 0.5)") double confirmAlpha,
    @Key(range = "(0, 0.5)") double clearAlpha,
    @Key Conclusion inconclusive,
    @Key PolicyGross gross,
    @Key(range = "[0, 1000]") int blocks,
    @Key(range = "[0, 1000]") int confirmBlocks,
    @Key(range = "[1, )") int forkSeconds,
    @Key List<PolicyLook> looks,
    @Key List<String> exact,
    @Key Map<String, PolicyMetric> metrics,
    @Key List<PolicyCell> cells)
    implements PolicyBuilder.With {
  private static final double ROUNDING = 1e-9;

  /**
   * Checks values that depend on several keys.
   *
   * @throws IllegalArgumentException naming the key, its value and the valid values
   */
  public Policy {
    require(inconclusive != Conclusion.SUCCESS, "inconclusive", inconclusive, "neutral or failure");
    checkExact(exact);
    checkLooks(looks, gross);
    checkCells(cells, metrics);
    checkBlocks("confirmBlocks", confirmBlocks, WilcoxonSignedRank.fewest(confirmAlpha));
    checkBlocks("blocks", blocks, fewestBlocks(alpha, clearAlpha, looks, tests(cells, Set.of())));
  }

  private static void checkBlocks(String key, int value, int fewest) {
    require(value >= fewest, key, value, "from %s, as fewer can show nothing".formatted(fewest));
  }

  private static void checkExact(List<String> exact) {
    List<String> known = Stream.of(RunMetric.values()).map(RunMetric::key).toList();
    for (String count : exact) {
      require(known.contains(count), "exact", count, "one of: " + String.join(", ", known));
    }
  }

  private static void checkLooks(List<PolicyLook> looks, PolicyGross gross) {
    require(!looks.isEmpty(), "looks", "none", "at least one, at: 1");
    double before = 0;
    double alarm = gross.alarm();
    double clear = 0;
    for (PolicyLook look : looks) {
      require(look.at() > before, "looks: at", look.at(), "above the one before");
      before = look.at();
      alarm += look.alarm();
      clear += look.clear();
    }
    PolicyLook last = looks.get(looks.size() - 1);
    require(before == 1, "looks: the last at", before, "1");
    require(last.alarm() > 0, "looks: the last alarm", last.alarm(), "above 0");
    require(last.clear() > 0, "looks: the last clear", last.clear(), "above 0");
    require(
        alarm <= 1 + ROUNDING, "looks: the sum of alarm, with that of gross", alarm, "at most 1");
    require(clear <= 1 + ROUNDING, "looks: the sum of clear", clear, "at most 1");
  }

  private static void checkCells(List<PolicyCell> cells, Map<String, PolicyMetric> metrics) {
    require(!cells.isEmpty(), "cells", "none", "at least one");
    Set<String> deciding = Maps.filterValues(metrics, PolicyMetric::gated).keySet();
    String right = "one of the metrics that decide: " + String.join(", ", deciding);
    String once =
        "named once only, also in files' names, where all but letters, digits, . and = is -";
    Set<String> slugs = new HashSet<>();
    for (PolicyCell cell : cells) {
      require(slugs.add(cell.slug()), "cells", cell.name(), once);
      for (String metric : cell.gated()) {
        String key = "cells: " + cell.name() + ": gated";
        require(deciding.contains(metric), key, metric, right);
      }
    }
  }

  /**
   * The number of tests that share alpha, one for each gated metric of each cell.
   *
   * @param leftOut the names of the cells that are not measured
   */
  public int tests(Collection<String> leftOut) {
    return tests(cells, leftOut);
  }

  private static int tests(List<PolicyCell> cells, Collection<String> leftOut) {
    return cells.stream()
        .filter(cell -> !leftOut.contains(cell.name()))
        .mapToInt(cell -> cell.gated().size())
        .sum();
  }

  /**
   * The fewest blocks that can show both a change and the absence of one.
   *
   * @param leftOut the names of the cells that are not measured
   */
  public int fewestBlocks(Collection<String> leftOut) {
    return fewestBlocks(alpha, clearAlpha, looks, tests(leftOut));
  }

  private static int fewestBlocks(
      double alpha, double clearAlpha, List<PolicyLook> looks, int tests) {
    PolicyLook last = looks.get(looks.size() - 1);
    return WilcoxonSignedRank.fewest(
        Math.min(alpha * last.alarm() / Math.max(1, tests), clearAlpha * last.clear()));
  }

  /**
   * The number of blocks at a look. A plan with fewer blocks than the policy's has the same first
   * looks, as fewer pairs could clear nothing. Its last block is its last look.
   *
   * @param look a look
   * @param planned all planned blocks
   * @return at least 1 and at most the planned blocks
   */
  public int blocksAt(PolicyLook look, int planned) {
    return Math.min(planned, (int) Math.ceil(look.at() * Math.max(planned, blocks) - 1e-9));
  }

  /**
   * The number of blocks at the first look that can say {@code same}.
   *
   * @param planned all planned blocks
   * @return at most the planned blocks
   */
  public int clearingBlocks(int planned) {
    double clear = 0;
    for (PolicyLook look : looks) {
      // A look with too few blocks leaves its share to the next one.
      clear += look.clear() * clearAlpha;
      if (clear > 0 && blocksAt(look, planned) >= WilcoxonSignedRank.fewest(clear)) {
        return blocksAt(look, planned);
      }
    }
    return planned;
  }

  /**
   * The number of fresh pairs that confirm a grossly slower candidate. Together with the first
   * blocks they keep the false positive rate within the share of {@link PolicyGross}.
   */
  public int grossBlocks() {
    double share = alpha * confirmAlpha * gross.alarm() / Math.max(1, timedCells().size());
    return Math.max(confirmBlocks, WilcoxonSignedRank.fewest(share) - PolicyGross.BLOCKS);
  }

  /**
   * The number of pairs in which the candidate must take longer before it is blamed for an
   * exhausted budget. Equal sides reach it in no more gates than the policy's false positive rate.
   */
  public int overrunPairs() {
    return WilcoxonSignedRank.fewest(alpha * confirmAlpha);
  }

  /** The timed cells. */
  public List<PolicyCell> timedCells() {
    return cells.stream().filter(PolicyCell::isTimed).toList();
  }

  /**
   * The settings of a metric.
   *
   * @param name a metric of this policy
   * @return how the metric is judged
   * @throws IllegalArgumentException if the policy does not name it
   */
  public PolicyMetric metric(String name) {
    return Optional.ofNullable(metrics.get(name))
        .orElseThrow(
            () -> new IllegalArgumentException(name + ": the policy does not name this metric"));
  }

  /**
   * The equivalence margin up to which two sides are the same, as the logarithm of a ratio.
   *
   * @param cell the cell
   * @param name the metric
   * @param base the baseline's typical value, in the metric's unit
   * @return above 0
   */
  public double marginLog(PolicyCell cell, String name, double base) {
    PolicyMetric metric = metric(name);
    double relative = cell.margins().getOrDefault(name, metric.margin());
    return Math.log1p(base > 0 ? Math.max(relative, metric.negligible() / base) : relative);
  }

  static void require(boolean holds, String key, Object value, String right) {
    Invalid.when(!holds, "%s: %s: must be %s", key, value, right);
  }

  /**
   * Defines a grossly slower candidate, which is not measured further and is confirmed at once.
   *
   * @param change the relative change of the wall time that both of the first {@value #BLOCKS}
   *     blocks of a cell must exceed, above 0. The plan reserves time for candidates that are
   *     slower by this much
   * @param alarm the part of the false positive rate that it may spend, above 0 to 1
   */
  public record PolicyGross(
      @Key(range = "(0, 1000000]") double change, @Key(range = "(0, 1]") double alarm) {
    /** The number of blocks after which the gate looks for it. */
    public static final int BLOCKS = 2;
  }

  /**
   * A moment at which the measurements are judged, with its part of the allowed errors (alpha
   * spending). The parts are fixed before anything is measured.
   *
   * @param at the part of the planned blocks that it needs, above 0 to 1
   * @param alarm the part of alpha that may be spent on saying {@code regressed} or {@code
   *     improved}, from 0 to 1
   * @param clear the part of {@code clearAlpha} that may be spent on saying {@code same}, from 0 to
   *     1
   */
  public record PolicyLook(
      @Key(range = "(0, 1]") double at,
      @Key(range = "[0, 1]") double alarm,
      @Key(range = "[0, 1]") double clear) {}

  /**
   * How one measured metric is judged.
   *
   * @param label the metric's name for people
   * @param gated whether it decides; otherwise it is only shown
   * @param margin the relative change up to which two sides are the same, above 0 and below 1. It
   *     does not apply to an exact count that never varies in the baseline
   * @param negligible an absolute change that never matters, in the metric's unit, at least 0; a
   *     margin smaller than this is widened to it
   * @param estimate how the iterations of a block make one value of each side
   * @param of the metric's name in the results; empty if it has the same name there
   * @param per another metric of the same fork that is a part of this one. The rest is judged as a
   *     multiple of that part. Empty to judge the metric itself
   */
  public record PolicyMetric(
      @Key String label,
      @Key(or = "true") boolean gated,
      @Key(range = "(0, 1)") double margin,
      @Key(range = "[0, )", or = "0") double negligible,
      @Key(or = "median") Estimate estimate,
      @Key Optional<String> of,
      @Key Optional<String> per) {}
}
