package dev.sessionbench.report;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Metric;
import dev.sessionbench.base.stats.Comparison;
import dev.sessionbench.base.stats.Dependence;
import dev.sessionbench.base.stats.Direction;
import dev.sessionbench.base.stats.GeometricMean;
import dev.sessionbench.base.stats.MedianInterval;
import dev.sessionbench.base.stats.RatioInterval;
import dev.sessionbench.base.stats.Sample;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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
    Set<String> warnings = new LinkedHashSet<>(Ideal.isExact(name) ? List.of() : sample.warnings());
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
