package dev.sessionbench.report;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Metric;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.TextTable.Column;
import dev.sessionbench.report.ResultTables.ScoreUnit;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Virtual time beside what was measured: what a cell costs where client and machine take no time,
 * as further metrics of the measured cell. What a run takes beyond it is theirs.
 */
public final class Ideal {
  /** How the names of the metrics begin that are those of virtual time. */
  public static final String VIRTUAL = "virtual.";

  /** How many times as long as in virtual time it took, a value for each fork. */
  public static final String OVER_VIRTUAL = "overVirtual";

  /** What a comparison shows unless told otherwise. */
  static final List<String> TELLING = List.of(OVER_VIRTUAL, VIRTUAL + CellResult.SCORE);

  private Ideal() {}

  /**
   * A measured cell with the metrics of virtual time beside its own.
   *
   * @param measured the cell
   * @param ideal the same cell in virtual time
   */
  public static CellResult beside(CellResult measured, CellResult ideal) {
    Map<String, Metric> metrics = new LinkedHashMap<>(measured.secondaryMetrics());
    metrics.put(VIRTUAL + CellResult.SCORE, ideal.primaryMetric());
    ideal
        .secondaryMetrics()
        .forEach(
            (name, metric) -> {
              if (measured.secondaryMetrics().containsKey(name)) {
                metrics.put(VIRTUAL + name, metric);
              }
            });
    CellResult both = measured.withSecondaryMetrics(metrics);
    double unit =
        ScoreUnit.millisPer(measured.primaryMetric().scoreUnit()).orElse(Double.NaN)
            / millis(both).orElse(Double.NaN);
    if (Double.isFinite(unit)) {
      metrics.put(
          OVER_VIRTUAL,
          Metric.of(
              "times",
              measured.primaryMetric().rawData().stream()
                  .map(fork -> fork.stream().map(time -> time * unit).toList())
                  .toList()));
    }
    return measured.withSecondaryMetrics(metrics);
  }

  /** Whether a metric has one value and no error: those of virtual time. */
  static boolean isExact(String metric) {
    return metric.startsWith(VIRTUAL);
  }

  /** Whether any of these cells has virtual time beside it. */
  public static boolean isShown(Collection<CellResult> cells) {
    return cells.stream().anyMatch(cell -> millis(cell).isPresent());
  }

  /** The time of a cell in virtual time, in milliseconds; nothing where there is none. */
  public static OptionalDouble millis(CellResult cell) {
    return cell.metric(VIRTUAL + CellResult.SCORE)
        .flatMap(
            metric -> ScoreUnit.millisPer(metric.scoreUnit()).map(unit -> metric.score() * unit))
        .map(OptionalDouble::of)
        .orElse(OptionalDouble.empty());
  }

  /**
   * A figure of a cell in virtual time; nothing where there is none.
   *
   * @param cell the cell
   * @param metric the name that it has in what was measured
   */
  public static OptionalDouble of(CellResult cell, String metric) {
    return cell.metric(VIRTUAL + metric)
        .map(virtual -> OptionalDouble.of(virtual.score()))
        .orElse(OptionalDouble.empty());
  }

  /** How many times as long as in virtual time a cell took, in the median; nothing without one. */
  public static Optional<String> ratio(CellResult cell) {
    return cell.metric(OVER_VIRTUAL)
        .map(over -> ratio(ResultTables.secondary(cell, OVER_VIRTUAL).median()));
  }

  /**
   * The columns that a table of times has more.
   *
   * @param cells its cells; without one that has virtual time there are none
   */
  public static List<Column<CellResult>> times(Collection<CellResult> cells) {
    return isShown(cells)
        ? List.of(
            Column.of(
                "Virtual",
                cell -> millis(cell).stream().mapToObj(Numbers::millis).findFirst().orElse("-")),
            Column.of("Ratio", cell -> ratio(cell).orElse("-")))
        : List.of();
  }

  /** The column that a table of RPCs has more, likewise. */
  public static List<Column<CellResult>> rpcs(Collection<CellResult> cells) {
    return isShown(cells)
        ? List.of(
            Column.of(
                "Virtual",
                cell ->
                    of(cell, ResultTables.RPCS_METRIC).stream()
                        .mapToObj(Numbers::label)
                        .findFirst()
                        .orElse("-")))
        : List.of();
  }

  private static String ratio(double ratio) {
    return String.format(Locale.ROOT, "%.3f", ratio);
  }
}
