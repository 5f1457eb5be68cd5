package dev.sessionbench.report;

import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.Metric;
import dev.sessionbench.stats.Comparison;
import dev.sessionbench.stats.Dependence;
import dev.sessionbench.stats.Direction;
import dev.sessionbench.stats.GeometricMean;
import dev.sessionbench.stats.MedianInterval;
import dev.sessionbench.stats.RatioInterval;
import dev.sessionbench.stats.Sample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Compares one metric over a layout. Values in different units never share a table. */
final class MetricTableBuilder {
  private static final String TOO_FEW =
      "Too few forks for an interval: 95 %% needs %s for a median, %s on each side for a ratio."
          .formatted(
              MedianInterval.fewestForks(Comparison.CONFIDENCE),
              RatioInterval.fewestForks(Comparison.CONFIDENCE));

  private final Pivot pivot;
  private final String name;
  private final String base;
  private final Kind kind;
  private final List<String> notes = new ArrayList<>();

  /** What the values of one table share. */
  private record Kind(String unit, Direction direction) {}

  private MetricTableBuilder(Pivot pivot, String name, String base, Kind kind) {
    this.pivot = pivot;
    this.name = name;
    this.base = base;
    this.kind = kind;
  }

  static List<MetricTable> tables(Pivot pivot, String name, String base) {
    Set<Kind> kinds = new LinkedHashSet<>();
    pivot.places().values().stream()
        .flatMap(row -> row.values().stream().flatMap(List::stream))
        .forEach(result -> metric(result, name).ifPresent(m -> kinds.add(kind(result, name, m))));
    return kinds.stream()
        .map(kind -> new MetricTableBuilder(pivot, name, base, kind).build())
        .toList();
  }

  private MetricTable build() {
    // In parallel, for intervals take time. Notes are numbered in order.
    List<Compared> compared =
        pivot.places().entrySet().parallelStream()
            .map(row -> compare(row.getKey(), row.getValue()))
            .toList();
    List<MetricTable.Row> rows =
        compared.stream().filter(row -> !row.values.isEmpty()).map(this::row).toList();
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
        notes);
  }

  /** A row with what is dear to find: the values and comparisons at its columns. */
  private record Compared(
      String label, Map<String, Values> values, Map<String, Comparison> comparisons) {}

  private Compared compare(String label, Map<String, List<CellResult>> places) {
    Map<String, Values> values = new LinkedHashMap<>();
    places.forEach((column, results) -> values(results).ifPresent(v -> values.put(column, v)));
    Map<String, Comparison> comparisons = new HashMap<>();
    Values below = values.get(base);
    if (below != null) {
      values.forEach(
          (column, here) -> {
            if (!column.equals(base)) {
              comparisons.put(column, compare(below, here));
            }
          });
    }
    return new Compared(label, values, comparisons);
  }

  private Comparison compare(Values below, Values here) {
    return here.exact && below.exact
        ? Comparison.exact(below.sample, here.sample, kind.direction)
        : Comparison.measured(below.sample, here.sample, kind.direction);
  }

  private MetricTable.Row row(Compared row) {
    Map<String, MetricTable.Entry> entries = new LinkedHashMap<>();
    for (String column : pivot.columns()) {
      Values here = row.values.get(column);
      if (here != null) {
        entries.put(column, entry(here, Optional.ofNullable(row.comparisons.get(column))));
      }
    }
    return new MetricTable.Row(row.label, entries);
  }

  private MetricTable.Entry entry(Values here, Optional<Comparison> comparison) {
    Sample sample = here.sample;
    Set<String> warnings = new LinkedHashSet<>(sample.warnings());
    if (here.bound) {
      warnings.add(MachineBound.FOOTNOTE);
    }
    if (here.exact) {
      if (sample.n() > 0 && sample.min() < sample.max()) {
        warnings.add("The forks disagree about a count that should be exact.");
      }
    } else {
      Dependence.warning(here.metric.rawData(), sample).ifPresent(warnings::add);
      if (sample.n() < MedianInterval.fewestForks(Comparison.CONFIDENCE)) {
        warnings.add(TOO_FEW);
      }
    }
    return new MetricTable.Entry(
        sample.median(),
        sample.min(),
        sample.max(),
        here.exact,
        here.exact ? Optional.empty() : MedianInterval.of(sample, Comparison.CONFIDENCE),
        sample.n(),
        comparison,
        warnings.stream().map(this::number).toList());
  }

  private int number(String note) {
    if (!notes.contains(note)) {
      notes.add(note);
    }
    return notes.indexOf(note) + 1;
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

  /** What stands at one place of the layout. */
  private record Values(Metric metric, Sample sample, boolean exact, boolean bound) {}

  private Optional<Values> values(List<CellResult> results) {
    List<Metric> metrics =
        results.stream()
            .flatMap(
                result ->
                    metric(result, name).filter(m -> kind(result, name, m).equals(kind)).stream())
            .toList();
    if (metrics.isEmpty()) {
      return Optional.empty();
    }
    Metric metric = metrics.size() == 1 ? metrics.get(0) : pool(metrics);
    return Optional.of(
        new Values(
            metric,
            Sample.ofForks(metric.rawData()),
            metric.isCount(),
            name.equals(ComparisonOptions.SCORE) && results.stream().anyMatch(MachineBound::is)));
  }

  private static Metric pool(List<Metric> metrics) {
    return Metric.of(
        metrics.get(0).scoreUnit(),
        metrics.stream().flatMap(metric -> metric.rawData().stream()).toList());
  }

  private static Kind kind(CellResult result, String name, Metric metric) {
    return new Kind(
        metric.scoreUnit(),
        name.equals(ComparisonOptions.SCORE)
            ? Direction.of(result.mode(), metric.scoreUnit())
            : Direction.ofUnit(metric.scoreUnit()));
  }

  private static Optional<Metric> metric(CellResult result, String name) {
    return name.equals(ComparisonOptions.SCORE)
        ? Optional.of(result.primaryMetric())
        : Optional.ofNullable(result.secondaryMetrics().get(name));
  }
}
