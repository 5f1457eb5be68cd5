package dev.sessionbench.gate.judge;

import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.gate.CountData.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.BinomialTest;

/**
 * A count that no rule gives, over all cells of a group: too few runs of one cell to say anything,
 * and enough of all together, as the n-th run of the base and the n-th of the head of a cell are
 * alike but for the arm.
 *
 * @param metric the count's name
 * @param cells the cells, at least one
 * @param suspect whether their first runs differ, so that the fresh ones are judged
 */
record GroupedCount(String metric, List<Cell> cells, boolean suspect) {
  /** Copies the list. */
  GroupedCount {
    cells = List.copyOf(cells);
  }

  /**
   * How pairs of runs came out.
   *
   * @param base the base's values
   * @param head the head's values, in the same order
   */
  record Signs(Sample base, Sample head) {
    /** By how much the head has more in the middle pair. */
    double difference() {
      return Sample.of(differences().toArray()).median();
    }

    /** Pairs in which the head has more. */
    long above() {
      return differences().filter(difference -> difference > 0).count();
    }

    /** Pairs in which the head has fewer. */
    long below() {
      return differences().filter(difference -> difference < 0).count();
    }

    private DoubleStream differences() {
      return IntStream.range(0, base.n())
          .mapToDouble(i -> head.values().get(i) - base.values().get(i));
    }

    /** Two-sided: how often a fair coin falls as unevenly, over the pairs that differ. */
    double pValue() {
      int above = (int) above();
      int differing = above + (int) below();
      return differing == 0
          ? 1
          : BinomialTest.withDefaults()
              .with(AlternativeHypothesis.TWO_SIDED)
              .test(differing, above, 0.5)
              .getPValue();
    }
  }

  GroupedCount suspectedIf(boolean differs) {
    return new GroupedCount(metric, cells, differs);
  }

  String group() {
    return cells.get(0).group();
  }

  /** One cell's values: what kind of count it is, all share. */
  CountedValues first() {
    return judged().findFirst().orElseThrow();
  }

  boolean isCountedAgain() {
    return cells.stream().noneMatch(cell -> cell.again().isEmpty());
  }

  /** Whether a value is missing by which it would be judged; that is a finding of its cell's. */
  boolean lacks() {
    return judged().anyMatch(values -> values.lacking().isPresent());
  }

  private Stream<CountedValues> judged() {
    return cells.stream()
        .map(cell -> CountedValues.of(cell, metric, suspect ? cell.again() : cell.runs()));
  }

  /** How the pairs came out; pairs without two values are left out. */
  Signs signs() {
    List<Double> base = new ArrayList<>();
    List<Double> head = new ArrayList<>();
    for (CountedValues values : judged().toList()) {
      for (int i = 0; i < values.pairs(); i++) {
        double before = values.base().values().get(i);
        double after = values.head().values().get(i);
        if (Double.isFinite(before) && Double.isFinite(after)) {
          base.add(before);
          head.add(after);
        }
      }
    }
    return new Signs(Sample.of(base), Sample.of(head));
  }
}
