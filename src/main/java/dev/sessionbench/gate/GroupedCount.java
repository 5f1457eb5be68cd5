package dev.sessionbench.gate;

import dev.sessionbench.gate.CountData.Cell;
import dev.sessionbench.gate.CountData.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.BinomialTest;

/**
 * A count that the machine has a say in, over all cells of a group: too few runs of one cell to say
 * anything, and enough of all together, as the n-th run of the base and the n-th of the head of a
 * cell are alike but for the arm.
 */
final class GroupedCount {
  private final String metric;
  private final List<Cell> cells;
  private boolean suspect;

  /**
   * How pairs of runs came out.
   *
   * @param above pairs in which the head has more
   * @param below pairs in which it has fewer
   * @param pairs all pairs, those included in which both have the same
   * @param base the base's values
   * @param head the head's values
   */
  record Signs(int above, int below, int pairs, List<Double> base, List<Double> head) {
    /** By how much the head has more in the middle pair. */
    double difference() {
      return CountedValues.median(
          IntStream.range(0, pairs).mapToObj(i -> head.get(i) - base.get(i)).toList());
    }

    /** Two-sided: how often a fair coin falls as unevenly, over the pairs that differ. */
    double pValue() {
      int differing = above + below;
      return differing == 0
          ? 1
          : BinomialTest.withDefaults()
              .with(AlternativeHypothesis.TWO_SIDED)
              .test(differing, above, 0.5)
              .getPValue();
    }
  }

  GroupedCount(String metric, List<Cell> cells) {
    this.metric = metric;
    this.cells = List.copyOf(cells);
  }

  String metric() {
    return metric;
  }

  List<Cell> cells() {
    return cells;
  }

  String group() {
    return cells.get(0).group();
  }

  void suspect() {
    suspect = true;
  }

  boolean isSuspect() {
    return suspect;
  }

  boolean isCountedAgain() {
    return cells.stream().noneMatch(cell -> cell.again().isEmpty());
  }

  /** Whether a value is missing by which it would be judged; that is a finding of its cell's. */
  boolean lacks() {
    Function<Cell, List<Run>> runs = suspect ? Cell::again : Cell::runs;
    return cells.stream()
        .anyMatch(c -> CountedValues.of(c, metric, runs.apply(c)).lacking().isPresent());
  }

  /** How the pairs came out; pairs without two values are left out. */
  Signs signs(Function<Cell, List<Run>> which) {
    int above = 0;
    int below = 0;
    List<Double> base = new ArrayList<>();
    List<Double> head = new ArrayList<>();
    for (Cell cell : cells) {
      CountedValues values = CountedValues.of(cell, metric, which.apply(cell));
      for (int i = 0; i < Math.min(values.base().size(), values.head().size()); i++) {
        double before = values.base().get(i);
        double after = values.head().get(i);
        if (Double.isFinite(before) && Double.isFinite(after)) {
          above += after > before ? 1 : 0;
          below += after < before ? 1 : 0;
          base.add(before);
          head.add(after);
        }
      }
    }
    return new Signs(above, below, base.size(), base, head);
  }
}
