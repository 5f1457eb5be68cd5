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
  /** The logarithm that stands for something where there was nothing. */
  private static final double FROM_NOTHING = 20;

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

    /** Whether an arm has a value that can be compared: finite, and not below 0. */
    boolean has(Arm arm) {
      return of(arm) >= 0 && Double.isFinite(of(arm));
    }

    /** Nothing in both arms is no change, and neither is what is negligible beside nothing. */
    double logRatio(double negligible) {
      if (base == head || (Math.min(base, head) == 0 && Math.abs(head - base) <= negligible)) {
        return 0;
      }
      return Math.max(-FROM_NOTHING, Math.min(FROM_NOTHING, Math.log(head / base)));
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
        .filter(pair -> pair.has(Arm.BASE) && pair.has(Arm.HEAD))
        .mapToDouble(pair -> pair.logRatio(negligible))
        .toArray();
  }

  /** The blocks in which an arm has no value. */
  public long without(Arm arm) {
    return pairs.stream().filter(pair -> !pair.has(arm)).count();
  }

  /** The median of an arm's values; NaN without any. */
  public double median(Arm arm) {
    List<Double> values =
        pairs.stream().map(pair -> pair.of(arm)).filter(Double::isFinite).toList();
    return Sample.of(values).median();
  }
}
