package dev.sessionbench.gate.run;

import dev.sessionbench.gate.Arm;
import dev.sessionbench.gate.policy.PolicyGross;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How long the two forks of each pair took, to tell a head that takes longer from a machine that
 * stood still for once: that hits one pair, or the forks of both arms.
 */
final class PairTimes {
  /** Of one cell there may be few pairs beside many; of so few, three are more than half. */
  private static final int FEWEST_OF_A_CELL = 4;

  private final List<Pair> pairs = new ArrayList<>();

  private record Pair(String cell, long baseMillis, long headMillis) {
    boolean exceeds(double change) {
      return headMillis > baseMillis * (1 + change);
    }
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
   * Whether the head takes longer: in more than half of all pairs, of which there must be as many
   * as a gross change is told by, or in more than half of those of one cell.
   *
   * @param change by how much a fork must exceed the base's, relative
   * @return both durations in words; nothing where it does not
   */
  Optional<String> slowerHead(double change) {
    Collection<List<Pair>> cells =
        pairs.stream().collect(Collectors.groupingBy(Pair::cell)).values();
    return Stream.concat(
            Stream.of(pairs).filter(all -> all.size() >= PolicyGross.BLOCKS),
            cells.stream().filter(cell -> cell.size() >= FEWEST_OF_A_CELL))
        .filter(some -> 2 * exceeding(some, change) > some.size())
        .findFirst()
        .map(some -> words(some, change));
  }

  private static long exceeding(List<Pair> pairs, double change) {
    return pairs.stream().filter(pair -> pair.exceeds(change)).count();
  }

  private static String words(List<Pair> pairs, double change) {
    return String.format(
        Locale.ROOT,
        "the head's forks took %.1f s, the base's %.1f s, and in %d of %d pairs more than %.0f %% longer",
        pairs.stream().mapToLong(Pair::headMillis).sum() / 1_000.0,
        pairs.stream().mapToLong(Pair::baseMillis).sum() / 1_000.0,
        exceeding(pairs, change),
        pairs.size(),
        100 * change);
  }
}
