package dev.sessionbench.gate;

import dev.sessionbench.stats.Sample;
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
   */
  public record Pair(double base, double head) {
    /** With each arm's value called the other's. */
    Pair exchanged() {
      return new Pair(/* base= */ head, /* head= */ base);
    }

    double of(Arm arm) {
      return arm == Arm.BASE ? base : head;
    }

    /** Whether both are above 0 and finite, so that they have a ratio. */
    boolean hasRatio() {
      return base > 0 && head > 0 && Double.isFinite(base) && Double.isFinite(head);
    }

    double logRatio() {
      return Math.log(head / base);
    }
  }

  /** Copies the list. */
  public Series {
    pairs = List.copyOf(pairs);
  }

  /** The first blocks. */
  Series first(int blocks) {
    return new Series(unit, pairs.subList(0, Math.min(blocks, pairs.size())));
  }

  /**
   * One block of this.
   *
   * @param index its place, from 0
   * @param exchanged whether each arm is to have the value of the other
   * @return a series of that block alone
   */
  Series block(int index, boolean exchanged) {
    Pair pair = pairs.get(index);
    return new Series(unit, List.of(exchanged ? pair.exchanged() : pair));
  }

  /** This with further blocks behind. */
  Series and(Series others) {
    return new Series(unit, Stream.concat(pairs.stream(), others.pairs.stream()).toList());
  }

  /** The logarithms of head over base, of the blocks that have them. */
  double[] logRatios() {
    return pairs.stream().filter(Pair::hasRatio).mapToDouble(Pair::logRatio).toArray();
  }

  /** Blocks without a ratio. */
  int without() {
    return (int) pairs.stream().filter(pair -> !pair.hasRatio()).count();
  }

  /** The median of an arm's values; NaN without any. */
  double median(Arm arm) {
    List<Double> values =
        pairs.stream().map(pair -> pair.of(arm)).filter(Double::isFinite).toList();
    return new Sample(values, List.of()).median();
  }
}
