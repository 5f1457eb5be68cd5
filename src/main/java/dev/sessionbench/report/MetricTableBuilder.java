package dev.sessionbench.report;

import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.Metric;
import dev.sessionbench.stats.Comparison;
import dev.sessionbench.stats.Dependence;
import dev.sessionbench.stats.Direction;
import dev.sessionbench.stats.ExactMetric;
import dev.sessionbench.stats.GeometricMean;
import dev.sessionbench.stats.MedianInterval;
import dev.sessionbench.stats.RatioInterval;
import dev.sessionbench.stats.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Compares one metric over a layout. Values in different units never share a table. */
final class MetricTableBuilder {
  private final Pivot pivot;
  private final String name;
  private final int base;
  private final long seed;
  private final Kind kind;
  private final List<String> notes = new ArrayList<>();

  /** What the values of one table share. */
  private record Kind(String unit, Direction direction) {}

  private MetricTableBuilder(Pivot pivot, String name, int base, long seed, Kind kind) {
    this.pivot = pivot;
    this.name = name;
    this.base = base;
    this.seed = seed;
    this.kind = kind;
  }

  static List<MetricTable> tables(Pivot pivot, String name, int base, long seed) {
    Set<Kind> kinds = new LinkedHashSet<>();
    pivot.places().values().stream()
        .flatMap(row -> row.values().stream().flatMap(List::stream))
        .forEach(result -> metric(result, name).ifPresent(m -> kinds.add(kind(result, name, m))));
    return kinds.stream()
        .map(kind -> new MetricTableBuilder(pivot, name, base, seed, kind).build())
        .toList();
  }

  private MetricTable build() {
    List<MetricTable.Row> rows = new ArrayList<>();
    pivot.places().forEach((label, places) -> row(label, places).ifPresent(rows::add));
    return new MetricTable(
        name,
        kind.unit,
        kind.direction,
        pivot.rowHeading(),
        pivot.columns(),
        base,
        rows,
        means(rows),
        notes);
  }

  private Optional<MetricTable.Row> row(String label, Map<String, List<CellResult>> places) {
    Map<String, Values> values = new LinkedHashMap<>();
    places.forEach((column, results) -> values(results).ifPresent(v -> values.put(column, v)));
    if (values.isEmpty()) {
      return Optional.empty();
    }
    Optional<Values> below = Optional.ofNullable(values.get(pivot.columns().get(base)));
    List<Optional<MetricTable.Entry>> entries = new ArrayList<>();
    for (int i = 0; i < pivot.columns().size(); i++) {
      Optional<Values> here = Optional.ofNullable(values.get(pivot.columns().get(i)));
      Optional<Values> against = i == base ? Optional.empty() : below;
      entries.add(here.map(v -> entry(v, against)));
    }
    return Optional.of(new MetricTable.Row(label, entries));
  }

  private MetricTable.Entry entry(Values here, Optional<Values> below) {
    Sample sample = here.sample;
    Set<String> warnings = new LinkedHashSet<>(sample.warnings());
    Optional<Comparison> comparison =
        below.map(
            b ->
                here.exact && b.exact
                    ? Comparison.exact(b.sample, sample, kind.direction)
                    : Comparison.measured(b.sample, sample, kind.direction, seed));
    if (here.exact) {
      if (sample.n() > 0 && sample.min() < sample.max()) {
        warnings.add("The forks disagree about a count that should be exact.");
      }
    } else {
      Dependence.warning(here.metric, sample).ifPresent(warnings::add);
      if (sample.n() < MedianInterval.fewestForks(Comparison.CONFIDENCE)) {
        warnings.add(
            "Too few forks for an interval: 95 %% needs %s for a median, %s on each side for a ratio."
                .formatted(
                    MedianInterval.fewestForks(Comparison.CONFIDENCE), RatioInterval.FEWEST_FORKS));
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

  private List<OptionalDouble> means(List<MetricTable.Row> rows) {
    List<OptionalDouble> means = new ArrayList<>();
    for (int i = 0; i < pivot.columns().size(); i++) {
      int column = i;
      means.add(
          GeometricMean.of(
              rows.stream()
                  .flatMap(row -> row.entries().get(column).stream())
                  .flatMap(entry -> entry.comparison().stream())
                  .map(Comparison::ratio)
                  .toList()));
    }
    return means;
  }

  /** What stands at one place of the layout. */
  private record Values(Metric metric, Sample sample, boolean exact) {}

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
    return Optional.of(new Values(metric, Sample.ofForks(metric), ExactMetric.is(metric)));
  }

  private static Metric pool(List<Metric> metrics) {
    Metric first = metrics.get(0);
    return new Metric(
        Double.NaN,
        Double.NaN,
        List.of(),
        Map.of(),
        first.scoreUnit(),
        metrics.stream().flatMap(m -> m.rawData().stream()).toList());
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
