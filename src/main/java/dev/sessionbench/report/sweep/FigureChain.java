package dev.sessionbench.report.sweep;

import dev.sessionbench.base.results.BuildIdentity;
import dev.sessionbench.base.results.GateLine;
import dev.sessionbench.base.stats.Levels;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One metric of one cell, gate by gate.
 *
 * @param cell the cell
 * @param metric what people call the metric
 * @param unit the unit of its values, which are other values where it is another
 * @param gates the gates that have it, oldest first, at least one
 * @param estimates its log-ratios in these gates
 * @param levels the levels that they stood at, oldest first
 * @param alpha the part of the errors that this chain may spend
 * @param marginLog the change that does not matter by the policy of the latest of the gates, as a
 *     logarithm
 */
public record FigureChain(
    String cell,
    String metric,
    String unit,
    List<GateLine> gates,
    List<Levels.Estimate> estimates,
    List<Levels.Level> levels,
    double alpha,
    double marginLog) {
  private static final int SOON = 3;

  static FigureChain of(String cell, String metric, String unit, List<GateLine> all, double alpha) {
    List<GateLine> gates = new ArrayList<>();
    List<GateLine.Figure> figures = new ArrayList<>();
    for (GateLine gate : all) {
      gate.figures().stream()
          .filter(f -> f.cell().equals(cell) && f.metric().equals(metric))
          .filter(f -> f.unit().equals(unit))
          .findFirst()
          .ifPresent(
              f -> {
                gates.add(gate);
                figures.add(f);
              });
    }
    List<Levels.Estimate> estimates =
        figures.stream()
            .map(f -> new Levels.Estimate(f.logRatio(), f.standardError(), f.n()))
            .toList();
    double marginLog = figures.get(figures.size() - 1).marginLog();
    return new FigureChain(
        cell, metric, unit, gates, estimates, Levels.of(estimates, alpha), alpha, marginLog);
  }

  /** The cell and the metric. */
  public String name() {
    return cell + " " + metric;
  }

  /**
   * The head over the base at a gate.
   *
   * @param gate the gate's index
   */
  public double ratio(int gate) {
    return Math.exp(estimates.get(gate).value());
  }

  /**
   * Whether it stands higher now than at the best level that it has had, by more than errors
   * explain, and than half of what does not matter: a whole margin would be found late, as a level
   * that still rises is the mean of its gates.
   */
  public boolean isWorse() {
    return rise() > floor();
  }

  /** That it stands higher by no more than matters; nothing where that is not so. */
  Optional<String> withinMargin() {
    return rise() > 0 && !isWorse()
        ? Optional.of(
            "%s stands %s above the best level that it has had, which is within half its margin (%s)."
                .formatted(name(), percent(rise()), percent(floor())))
        : Optional.empty();
  }

  /** One sentence for each move, by the index of the first gate after it. */
  public SortedMap<Integer, String> moves() {
    SortedMap<Integer, String> moves = new TreeMap<>();
    for (int i = 1; i < levels.size(); i++) {
      moves.put(levels.get(i).from(), move(levels.get(i - 1), levels.get(i)));
    }
    return moves;
  }

  /**
   * What happened where a level begins: by how much, when, and in which commit.
   *
   * @param before the level before
   * @param after the level
   */
  private String move(Levels.Level before, Levels.Level after) {
    return "%s: %s, from %s to %s against the base, between %s and %s (seen at the gate of %s)"
        .formatted(
            name(),
            percent(after.value() - before.value()),
            percent(before.value()),
            percent(after.value()),
            name(gates.get(after.from() - 1)),
            name(gates.get(after.from())),
            day(gates.get(after.foundAt())));
  }

  /** The smallest step that three more gates would show in nine of ten histories; relative. */
  double detectable() {
    return Math.expm1(Levels.detectable(estimates, last(), alpha, SOON));
  }

  /** How far it stands above the best level that it has had; 0 where errors explain it. */
  private double rise() {
    Levels.Level best =
        levels.stream().min(Comparator.comparingDouble(Levels.Level::value)).orElseThrow();
    return last().isAbove(best) ? last().value() - best.value() : 0;
  }

  private double floor() {
    return marginLog / 2;
  }

  private Levels.Level last() {
    return levels.get(levels.size() - 1);
  }

  /** The head's commit, shortened, and the day of its gate. */
  static String name(GateLine gate) {
    return BuildIdentity.shortCommit(gate.head().gitCommit()) + " of " + day(gate);
  }

  /** The day of a gate. */
  public static String day(GateLine gate) {
    return gate.at().replaceFirst("T.*", "");
  }

  /** The relative change of a log-ratio. */
  static String percent(double logRatio) {
    return String.format(Locale.ROOT, "%+.1f %%", 100 * Math.expm1(logRatio));
  }
}
