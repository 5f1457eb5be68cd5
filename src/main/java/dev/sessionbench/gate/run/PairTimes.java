package dev.sessionbench.gate.run;

import dev.sessionbench.gate.Arm;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How long the two forks of each pair took, to tell a head that takes longer from a machine that
 * stood still for once, or never stands still.
 *
 * <p>Only pairs count whose forks differ by more than a gross change. Were the arms alike, each of
 * these would be as likely to be longer in the base as in the head, whatever the machine does; so
 * that the first n are all longer in the head has a probability of 2^-n, whenever one looks.
 */
final class PairTimes {
  private final double change;
  private final int needed;
  private final List<Pair> pairs = new ArrayList<>();

  private record Pair(String cell, long baseMillis, long headMillis) {
    boolean isLonger(double change) {
      return headMillis > baseMillis * (1 + change);
    }

    boolean isShorter(double change) {
      return baseMillis > headMillis * (1 + change);
    }
  }

  /**
   * No pairs yet.
   *
   * @param change by how much a fork must take longer than the other, relative, above 0
   * @param needed in how many pairs, at least 1, so that it is no chance
   */
  PairTimes(double change, int needed) {
    this.change = change;
    this.needed = needed;
  }

  /**
   * Takes down a pair.
   *
   * @param cell the cell's name
   * @param tookMillis how long the forks took; a pair without both of them is passed over
   */
  void add(String cell, Map<Arm, Long> tookMillis) {
    Long base = tookMillis.get(Arm.BASE);
    Long head = tookMillis.get(Arm.HEAD);
    if (base != null && head != null) {
      pairs.add(new Pair(cell, base, head));
    }
  }

  /**
   * Whether it looks as if the head takes longer: in more than half of the pairs of some cell, and
   * in no pair of any the base.
   */
  boolean suspectHead() {
    return pairs.stream().noneMatch(pair -> pair.isShorter(change))
        && pairs.stream().collect(Collectors.groupingBy(Pair::cell)).values().stream()
            .anyMatch(cell -> 2 * longer(cell) > cell.size());
  }

  /**
   * Whether the head takes longer: where it looks so, in as many pairs as are needed.
   *
   * @return both durations in words; nothing where that is not shown
   */
  Optional<String> slowerHead() {
    return suspectHead() && longer(pairs) >= needed ? Optional.of(words()) : Optional.empty();
  }

  private long longer(List<Pair> some) {
    return some.stream().filter(pair -> pair.isLonger(change)).count();
  }

  private String words() {
    return String.format(
        Locale.ROOT,
        "the head's forks took %.1f s, the base's %.1f s, and in %d of %d pairs more than %.0f %% longer, in none as much shorter",
        pairs.stream().mapToLong(Pair::headMillis).sum() / 1_000.0,
        pairs.stream().mapToLong(Pair::baseMillis).sum() / 1_000.0,
        longer(pairs),
        pairs.size(),
        100 * change);
  }
}
