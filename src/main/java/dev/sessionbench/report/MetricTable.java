package dev.sessionbench.report;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Metric;
import dev.sessionbench.base.stats.Comparison;
import dev.sessionbench.base.stats.Comparison.Direction;
import dev.sessionbench.base.stats.Comparison.GeometricMean;
import dev.sessionbench.base.stats.Dependence;
import dev.sessionbench.base.stats.Interval;
import dev.sessionbench.base.stats.MedianInterval;
import dev.sessionbench.base.stats.RatioInterval;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.report.ResultTables.MachineBound;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One metric: a row for each benchmark, a column for each value compared.
 *
 * @param metric its name
 * @param unit its unit
 * @param direction which way is better
 * @param rowHeading the heading of the rows' labels
 * @param columnHeading what the columns' headings are values of
 * @param columns the columns' headings
 * @param base the heading of the base column
 * @param rows the rows
 * @param means the geometric mean over the rows of the ratios of each column that has one
 * @param notes the footnotes of all cells, each once
 */
public record MetricTable(
    String metric,
    String unit,
    Direction direction,
    String rowHeading,
    String columnHeading,
    List<String> columns,
    String base,
    List<Row> rows,
    Map<String, Double> means,
    List<String> notes) {
  /** The numbers of a cell's footnotes, from 1. */
  List<Integer> numbers(Entry entry) {
    return entry.notes().stream().map(note -> notes.indexOf(note) + 1).toList();
  }

  /** All cells, row by row. */
  Stream<Entry> entries() {
    return rows.stream().flatMap(row -> row.entries().values().stream());
  }

  /**
   * A row.
   *
   * @param label what its cells share
   * @param entries one for each column in which it was measured, in their order
   */
  public record Row(String label, Map<String, Entry> entries) {
    Optional<Entry> entry(String column) {
      return Optional.ofNullable(entries.get(column));
    }

    /** Whether it has a value in a column. */
    boolean tells(String column) {
      return entry(column).filter(entry -> entry.sample().n() > 0).isPresent();
    }
  }

  /**
   * A cell.
   *
   * @param row the label of its row
   * @param column the heading of its column
   * @param sample the value of each fork
   * @param all of a count the values of all iterations of all forks, else the sample
   * @param exact whether it is a count
   * @param interval the median's interval; nothing for counts and with too few forks
   * @param comparison how it compares with the base column; nothing in that column
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
    /**
     * This cell beside that of the base column. Counts are compared without a test where they
     * follow from a rule, or are equal: three forks of any other may agree by chance.
     */
    Entry comparedWith(Entry below, Direction direction, boolean byRule) {
      boolean agreed = exact && below.exact && !disagrees() && !below.disagrees();
      Comparison found =
          agreed && (byRule || all.min() == below.all.min())
              ? Comparison.exact(below.sample, sample, direction)
              : Comparison.measured(below.sample, sample, direction);
      return new Entry(row, column, sample, all, exact, interval, Optional.of(found), notes);
    }

    /** Whether it is a count about which forks, or iterations of one, disagree. */
    public boolean disagrees() {
      return exact && all.min() < all.max();
    }
  }

  /**
   * Compares one metric over a layout. Values in different units never share a table.
   *
   * @param pivot the layout
   * @param name the metric
   * @param base the base column
   * @param kind what the values of the table share
   */
  record MetricTableBuilder(Pivot pivot, String name, String base, Kind kind) {
    private static final String TOO_FEW =
        "Too few forks for an interval: 95 %% needs %s for a median, %s on each side for a ratio."
            .formatted(
                MedianInterval.fewestForks(Comparison.CONFIDENCE),
                RatioInterval.fewestForks(Comparison.CONFIDENCE));

    /** What the values of one table share. */
    record Kind(String unit, Direction direction) {}

    static List<MetricTable> tables(Pivot pivot, String name, String base) {
      Set<Kind> kinds = new LinkedHashSet<>();
      pivot.places().values().stream()
          .flatMap(row -> row.values().stream().flatMap(List::stream))
          .forEach(result -> result.metric(name).ifPresent(m -> kinds.add(kind(result, name, m))));
      return kinds.stream()
          .map(kind -> new MetricTableBuilder(pivot, name, base, kind).build())
          .toList();
    }

    private MetricTable build() {
      // In parallel, for intervals take time.
      List<MetricTable.Row> rows =
          pivot.places().entrySet().parallelStream()
              .map(row -> row(row.getKey(), row.getValue()))
              .filter(row -> !row.entries().isEmpty())
              .toList();
      return new MetricTable(
          name,
          kind.unit,
          kind.direction,
          pivot.rowHeading(),
          pivot.columnHeading(),
          pivot.columns(),
          base,
          rows,
          means(rows),
          rows.stream()
              .flatMap(row -> row.entries().values().stream())
              .flatMap(entry -> entry.notes().stream())
              .distinct()
              .toList());
    }

    private MetricTable.Row row(String label, Map<String, List<CellResult>> places) {
      Map<String, MetricTable.Entry> entries = new LinkedHashMap<>();
      for (String column : pivot.columns()) {
        List<CellResult> results = places.getOrDefault(column, List.of());
        metric(results)
            .map(metric -> entry(label, column, metric, results))
            .ifPresent(entry -> entries.put(column, entry));
      }
      boolean byRule = Ideal.isExact(name) || RpcCounts.areByRule(name);
      Optional.ofNullable(entries.get(base))
          .ifPresent(
              below ->
                  entries.replaceAll(
                      (column, entry) ->
                          column.equals(base)
                              ? entry
                              : entry.comparedWith(below, kind.direction, byRule)));
      return new MetricTable.Row(label, entries);
    }

    private MetricTable.Entry entry(
        String row, String column, Metric metric, List<CellResult> results) {
      Sample sample = Sample.ofForks(metric.rawData());
      boolean exact = metric.isCount() || Ideal.isExact(name);
      Sample all = exact ? Sample.ofIterations(metric.rawData()) : sample;
      Set<String> warnings =
          new LinkedHashSet<>(Ideal.isExact(name) ? List.of() : sample.warnings());
      if (name.equals(CellResult.SCORE) && results.stream().anyMatch(MachineBound::is)) {
        warnings.add(MachineBound.FOOTNOTE);
      }
      if (!exact) {
        Dependence.warning(metric.rawData(), sample).ifPresent(warnings::add);
        if (sample.n() < MedianInterval.fewestForks(Comparison.CONFIDENCE)) {
          warnings.add(TOO_FEW);
        }
      } else {
        RpcCounts.disagreement(name, results).ifPresent(warnings::add);
      }
      return new MetricTable.Entry(
          row,
          column,
          sample,
          all,
          exact,
          exact ? Optional.empty() : MedianInterval.of(sample, Comparison.CONFIDENCE),
          Optional.empty(),
          List.copyOf(warnings));
    }

    private Map<String, Double> means(List<MetricTable.Row> rows) {
      Map<String, Double> means = new LinkedHashMap<>();
      for (String column : pivot.columns()) {
        List<Double> ratios =
            rows.stream()
                .flatMap(row -> row.entry(column).stream())
                .flatMap(entry -> entry.comparison().stream())
                .map(Comparison::ratio)
                .toList();
        GeometricMean.of(ratios).ifPresent(mean -> means.put(column, mean));
      }
      return means;
    }

    /** What stands at one place of the layout; nothing where no result there has such a metric. */
    private Optional<Metric> metric(List<CellResult> results) {
      List<Metric> metrics =
          results.stream()
              .flatMap(
                  result ->
                      result.metric(name).filter(m -> kind(result, name, m).equals(kind)).stream())
              .toList();
      return metrics.size() > 1 ? Optional.of(pool(metrics)) : metrics.stream().findFirst();
    }

    private static Metric pool(List<Metric> metrics) {
      return Metric.of(
          metrics.get(0).scoreUnit(),
          metrics.stream().flatMap(metric -> metric.rawData().stream()).toList());
    }

    private static Kind kind(CellResult result, String name, Metric metric) {
      return new Kind(
          metric.scoreUnit(),
          name.equals(CellResult.SCORE)
              ? Direction.of(result.mode(), metric.scoreUnit())
              : Direction.ofUnit(metric.scoreUnit()));
    }
  }
}
