package dev.sessionbench.gate;

import dev.sessionbench.base.stats.Sample;
import java.util.List;
import java.util.stream.Stream;

/**
 * The values of one metric in one cell: for each block, one value for each side.
 *
 * @param unit the metric's unit
 * @param pairs the blocks, in their order; NaN where a fork has no value
 */
public record Series(String unit, List<Pair> pairs) {
  /**
   * The two forks of one block.
   *
   * @param base the baseline's value
   * @param head the candidate's value
   * @param first the side whose fork ran first
   */
  public record Pair(double base, double head, Side first) {
    /** The pair with baseline and candidate exchanged. */
    Pair exchanged() {
      return new Pair(/* base= */ head, /* head= */ base, first.other());
    }

    double of(Side side) {
      return side == Side.BASELINE ? base : head;
    }

    /**
     * Whether a side's value can be compared. It must be finite and above 0. A 0 may differ from
     * the other side's value by at most {@code negligible}; any other 0 means that the side does
     * not measure the metric.
     */
    boolean has(Side side, double negligible) {
      double value = of(side);
      return Double.isFinite(value)
          && (value > 0 || (value == 0 && Math.abs(head - base) <= negligible));
    }

    /** The logarithm of candidate over baseline for comparable values; 0 if either value is 0. */
    double logRatio() {
      return Math.min(base, head) == 0 ? 0 : Math.log(head / base);
    }
  }

  /** A series without blocks. */
  public static final Series NONE = new Series("", List.of());

  /**
   * The first blocks.
   *
   * @param blocks how many; all if there are fewer
   */
  public Series first(int blocks) {
    return new Series(unit, pairs.subList(0, Math.min(blocks, pairs.size())));
  }

  /** A single block; the index counts from 0. */
  public Series only(int block) {
    return new Series(unit, List.of(pairs.get(block)));
  }

  /** The series with baseline and candidate exchanged. */
  public Series exchanged() {
    return new Series(unit, pairs.stream().map(Pair::exchanged).toList());
  }

  /** This series followed by further blocks. */
  public Series and(Series others) {
    return new Series(unit, Stream.concat(pairs.stream(), others.pairs.stream()).toList());
  }

  /**
   * The logarithms of candidate over baseline, for the blocks where both values can be compared.
   *
   * @param negligible an absolute change that does not matter, in the metric's unit
   */
  public double[] logRatios(double negligible) {
    return pairs.stream()
        .filter(pair -> pair.has(Side.BASELINE, negligible) && pair.has(Side.CANDIDATE, negligible))
        .mapToDouble(Pair::logRatio)
        .toArray();
  }

  /**
   * The number of blocks in which a side's value cannot be compared.
   *
   * @param side the side
   * @param negligible an absolute change that does not matter, in the metric's unit
   */
  public long without(Side side, double negligible) {
    return pairs.stream().filter(pair -> !pair.has(side, negligible)).count();
  }

  /** Whether a side has values and all of them are equal. */
  public boolean isConstant(Side side) {
    return pairs.stream().mapToDouble(pair -> pair.of(side)).distinct().count() == 1;
  }

  /** The median of a side's finite values; NaN without any. */
  public double median(Side side) {
    List<Double> values =
        pairs.stream().map(pair -> pair.of(side)).filter(Double::isFinite).toList();
    return Sample.of(values).median();
  }
}
