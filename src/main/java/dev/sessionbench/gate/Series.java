package dev.sessionbench.gate;

import dev.sessionbench.base.stats.Sample;
import java.util.List;
import java.util.stream.Stream;

/**
 * One metric of one cell, block by block: one value for each arm's fork.
 *
 * @param unit the metric's unit
 * @param pairs the blocks, in their order; NaN where a fork has no value
 */
public record Series(String unit, List<Pair> pairs) {
  /**
   * The two forks of one block.
   *
   * @param base the base's value
   * @param head the head's value
   * @param first the arm whose fork ran first
   */
  public record Pair(double base, double head, Arm first) {
    /** With each arm's value called the other's. */
    public Pair exchanged() {
      return new Pair(/* base= */ head, /* head= */ base, first.other());
    }

    double of(Arm arm) {
      return arm == Arm.BASE ? base : head;
    }

    /**
     * Whether an arm has a value that can be compared: finite and above 0, or a 0 that differs from
     * the other's by no more than is negligible. Any other 0 is what an arm says that does not
     * measure, and no change of whatever size.
     */
    boolean has(Arm arm, double negligible) {
      double value = of(arm);
      return Double.isFinite(value)
          && (value > 0 || (value == 0 && Math.abs(head - base) <= negligible));
    }

    /** Of values that can be compared; none where one is 0 and the other 0 or negligible. */
    double logRatio() {
      return Math.min(base, head) == 0 ? 0 : Math.log(head / base);
    }
  }

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

  /** This with further blocks behind. */
  public Series and(Series others) {
    return new Series(unit, Stream.concat(pairs.stream(), others.pairs.stream()).toList());
  }

  /**
   * The logarithms of head over base, of the blocks that have them.
   *
   * @param negligible an absolute change that does not matter, in the metric's unit
   */
  public double[] logRatios(double negligible) {
    return pairs.stream()
        .filter(pair -> pair.has(Arm.BASE, negligible) && pair.has(Arm.HEAD, negligible))
        .mapToDouble(Pair::logRatio)
        .toArray();
  }

  /**
   * The blocks in which an arm has no value that can be compared.
   *
   * @param arm the arm
   * @param negligible an absolute change that does not matter, in the metric's unit
   */
  public long without(Arm arm, double negligible) {
    return pairs.stream().filter(pair -> !pair.has(arm, negligible)).count();
  }

  /** Whether there are values of an arm, and all of them are one and the same. */
  public boolean isConstant(Arm arm) {
    return pairs.stream().mapToDouble(pair -> pair.of(arm)).distinct().count() == 1;
  }

  /** The median of an arm's values; NaN without any. */
  public double median(Arm arm) {
    List<Double> values =
        pairs.stream().map(pair -> pair.of(arm)).filter(Double::isFinite).toList();
    return Sample.of(values).median();
  }
}
