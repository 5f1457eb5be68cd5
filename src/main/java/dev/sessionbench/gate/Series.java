package dev.sessionbench.gate;

import java.util.List;

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

  /** This with further blocks behind. */
  Series and(Series others) {
    return new Series(
        unit, java.util.stream.Stream.concat(pairs.stream(), others.pairs.stream()).toList());
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
    double[] values =
        pairs.stream()
            .mapToDouble(pair -> arm == Arm.BASE ? pair.base : pair.head)
            .filter(Double::isFinite)
            .sorted()
            .toArray();
    int middle = values.length / 2;
    if (values.length == 0) {
      return Double.NaN;
    }
    return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  }
}
