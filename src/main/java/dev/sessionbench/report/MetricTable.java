package dev.sessionbench.report;

import static com.google.common.collect.ImmutableTable.toImmutableTable;

import com.google.common.collect.Table;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Metric;
import dev.sessionbench.base.stats.Comparison;
import dev.sessionbench.base.stats.Comparison.Direction;
import dev.sessionbench.base.stats.Dependence;
import dev.sessionbench.base.stats.Interval;
import dev.sessionbench.base.stats.MedianInterval;
import dev.sessionbench.base.stats.RatioInterval;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.report.ResultTables.MachineBound;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Compares one metric: a row for each benchmark, a column for each compared value.
 *
 * @param metric its name
 * @param unit its unit
 * @param direction which way is better
 * @param pivot the rows and columns
 * @param base the heading of the base column
 * @param cells the cells by row and column, in order
 */
public record MetricTable(
    String metric,
    String unit,
    Direction direction,
    Pivot pivot,
    String base,
    Table<String, String, Entry> cells) {
  private static final String TOO_FEW =
      "Too few forks for an interval: 95 %% needs %s for a median, %s on each side for a ratio."
          .formatted(
              MedianInterval.fewestForks(Comparison.CONFIDENCE),
              RatioInterval.fewestForks(Comparison.CONFIDENCE));

  /**
   * Compares one metric over a layout. Values in different units never share a table.
   *
   * @param pivot the layout
   * @param metric the metric
   * @param base the base column
   */
  static List<MetricTable> of(Pivot pivot, String metric, String base) {
    Stream<CellResult> results = pivot.places().values().stream().flatMap(List::stream);
    Stream<Metric> metrics = results.flatMap(result -> result.metric(metric).stream());
    Stream<String> units = metrics.map(Metric::scoreUnit).distinct();
    return units.map(unit -> of(pivot, metric, base, unit)).toList();
  }

  private static MetricTable of(Pivot pivot, String metric, String base, String unit) {
    Direction direction = Direction.of(unit);
    boolean fixed = Ideal.isExact(metric) || RpcCounts.isExact(metric);
    Function<String, Stream<Entry>> row =
        label -> {
          List<Entry> entries = new ArrayList<>();
          for (String column : pivot.columns()) {
            List<CellResult> results =
                pivot.at(label, column).filter(r -> isIn(unit, r.metric(metric))).toList();
            if (!results.isEmpty()) {
              entries.add(Entry.of(label, column, metric, results));
            }
          }
          Optional<Entry> below = entries.stream().filter(e -> e.column.equals(base)).findFirst();
          Function<Entry, Optional<Entry>> compared =
              entry ->
                  below
                      .filter(one -> !one.equals(entry))
                      .map(one -> entry.comparedWith(one, direction, fixed));
          return entries.stream().map(entry -> compared.apply(entry).orElse(entry));
        };
    // In parallel, because intervals take time.
    Table<String, String, Entry> cells =
        pivot.places().rowKeySet().parallelStream()
            .flatMap(row)
            .collect(toImmutableTable(Entry::row, Entry::column, entry -> entry));
    return new MetricTable(metric, unit, direction, pivot, base, cells);
  }

  private static boolean isIn(String unit, Optional<Metric> metric) {
    return metric.filter(one -> one.scoreUnit().equals(unit)).isPresent();
  }

  /** All cells, row by row. */
  Stream<Entry> entries() {
    return cells.values().stream();
  }

  /** The cell at a place; empty if there is none. */
  Stream<Entry> at(String row, String column) {
    return Stream.ofNullable(cells.get(row, column));
  }

  /** The comparisons of all cells outside the base column. */
  List<Comparison> comparisons() {
    return entries().flatMap(entry -> entry.comparison.stream()).toList();
  }

  /** The footnotes of all cells, each once. */
  List<String> notes() {
    return entries().flatMap(entry -> entry.notes.stream()).distinct().toList();
  }

  /** The geometric mean over the rows of the ratios of each column, if it has ratios. */
  Map<String, Double> means() {
    Map<String, Double> means = new LinkedHashMap<>();
    for (String column : pivot.columns()) {
      double[] ratios =
          cells.column(column).values().stream()
              .flatMap(entry -> entry.comparison.stream())
              .mapToDouble(Comparison::ratio)
              .toArray();
      Comparison.mean(ratios).ifPresent(mean -> means.put(column, mean));
    }
    return means;
  }

  /**
   * A cell.
   *
   * @param row the label of its row
   * @param column the heading of its column
   * @param sample the value of each fork
   * @param all for a count, the values of all iterations of all forks; else the sample
   * @param exact whether it is a count
   * @param interval the median's interval; empty for counts and with too few forks
   * @param comparison how it compares with the base column; empty in that column
   * @param notes the footnotes that apply
   */
  public record Entry(
      String row,
      String column,
      Sample sample,
      Sample all,
      boolean exact,
      Optional<Interval> interval,
      Optional<Comparison> comparison,
      List<String> notes) {
    private static Entry of(String row, String column, String name, List<CellResult> results) {
      List<Metric> metrics = results.stream().flatMap(r -> r.metric(name).stream()).toList();
      List<List<Double>> forks = metrics.stream().flatMap(m -> m.rawData().stream()).toList();
      Sample sample = Sample.ofForks(forks);
      boolean virtual = Ideal.isExact(name);
      boolean exact = virtual || metrics.stream().allMatch(Metric::isCount);
      Set<String> notes = new LinkedHashSet<>(virtual ? List.of() : sample.warnings());
      if (name.equals(CellResult.SCORE) && results.stream().anyMatch(MachineBound::is)) {
        notes.add(MachineBound.FOOTNOTE);
      }
      if (exact) {
        RpcCounts.disagreement(name, results).ifPresent(notes::add);
      } else {
        Dependence.warning(forks, sample).ifPresent(notes::add);
        if (sample.n() < MedianInterval.fewestForks(Comparison.CONFIDENCE)) {
          notes.add(TOO_FEW);
        }
      }
      Sample all = exact ? Sample.ofIterations(forks) : sample;
      Optional<Interval> interval =
          exact ? Optional.empty() : MedianInterval.of(sample, Comparison.CONFIDENCE);
      List<String> told = List.copyOf(notes);
      return new Entry(row, column, sample, all, exact, interval, Optional.empty(), told);
    }

    /**
     * Compares this cell with that of the base column. Counts need no test if the forks of each
     * cell agree and the count is fixed, or if both cells are equal. Three forks of any other count
     * may agree by chance.
     */
    private Entry comparedWith(Entry below, Direction direction, boolean fixed) {
      boolean agreed = exact && below.exact && !disagrees() && !below.disagrees();
      Comparison found =
          agreed && (fixed || all.min() == below.all.min())
              ? Comparison.exact(below.sample, sample, direction)
              : Comparison.measured(below.sample, sample, direction);
      return new Entry(row, column, sample, all, exact, interval, Optional.of(found), notes);
    }

    /** Whether this is a count that differs between forks or iterations. */
    boolean disagrees() {
      return exact && all.min() < all.max();
    }
  }
}
