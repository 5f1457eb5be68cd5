package dev.sessionbench.gate;

import dev.sessionbench.base.stats.Sample;
import java.util.List;
import java.util.stream.Stream;

/**
 * One metric of one cell, block by block: one value for each side's fork.
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
    /** With each side's value called the other's. */
    Pair exchanged() {
      return new Pair(/* base= */ head, /* head= */ base, first.other());
    }

    double of(Side side) {
      return side == Side.BASELINE ? base : head;
    }

    /**
     * Whether a side has a value that can be compared: finite and above 0, or a 0 that differs from
     * the other's by no more than is negligible. Any other 0 is what a side says that does not
     * measure, and no change of whatever size.
     */
    boolean has(Side side, double negligible) {
      double value = of(side);
      return Double.isFinite(value)
          && (value > 0 || (value == 0 && Math.abs(head - base) <= negligible));
    }

    /** Of values that can be compared; none where one is 0 and the other 0 or negligible. */
    double logRatio() {
      return Math.min(base, head) == 0 ? 0 : Math.log(head / base);
    }
  }

  /** Without blocks. */
  public static final Series NONE = new Series("", List.of());

  /** Copies the list. */
  public Series {
    pairs = List.copyOf(pairs);
  }

  /**
   * The first blocks.
   *
   * @param blocks how many; more than there are is all
   */
  public Series first(int blocks) {
    return new Series(unit, pairs.subList(0, Math.min(blocks, pairs.size())));
  }

  /** One block, from 0. */
  public Series only(int block) {
    return new Series(unit, List.of(pairs.get(block)));
  }

  /** With each side's values called the other's. */
  public Series exchanged() {
    return new Series(unit, pairs.stream().map(Pair::exchanged).toList());
  }

  /** This with further blocks behind. */
  public Series and(Series others) {
    return new Series(unit, Stream.concat(pairs.stream(), others.pairs.stream()).toList());
  }

  /**
   * The logarithms of candidate over base, of the blocks that have them.
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
   * The blocks in which a side has no value that can be compared.
   *
   * @param side the side
   * @param negligible an absolute change that does not matter, in the metric's unit
   */
  public long without(Side side, double negligible) {
    return pairs.stream().filter(pair -> !pair.has(side, negligible)).count();
  }

  /** Whether there are values of a side, and all of them are one and the same. */
  public boolean isConstant(Side side) {
    return pairs.stream().mapToDouble(pair -> pair.of(side)).distinct().count() == 1;
  }

  /** The median of a side's values; NaN without any. */
  public double median(Side side) {
    List<Double> values =
        pairs.stream().map(pair -> pair.of(side)).filter(Double::isFinite).toList();
    return Sample.of(values).median();
  }
}
