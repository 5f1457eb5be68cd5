package dev.sessionbench.report;

import static dev.sessionbench.base.model.RunMetric.BUSIEST_CHANNEL;
import static dev.sessionbench.base.model.RunMetric.CLIENT_ALLOCATED;
import static dev.sessionbench.base.model.RunMetric.CLIENT_CPU;
import static dev.sessionbench.base.model.RunMetric.CREATED;
import static dev.sessionbench.base.model.RunMetric.OVERSHOOT;
import static dev.sessionbench.base.model.RunMetric.TIME_TO_MAX;
import static dev.sessionbench.base.model.RunMetric.WAIT_P99;

import com.google.common.collect.ImmutableSet;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.report.ComparisonInput.EnvironmentDifferences;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Makes a comparison of files or of a parameter's values. */
public final class ComparisonTables {
  private static final String UNDISTURBED = "none";

  /**
   * The default base for each kind of column: the step of SessionPoolOptions, and the last pool.
   */
  private static final Map<String, String> BASES =
      Map.of(
          PoolShape.INC_STEP, "25",
          ParameterValues.FILE, "25",
          ParameterValues.CLIENT, "6.107.0");

  /** The metrics that are shown unless the user asks for others. */
  private static final Set<String> TELLING =
      ImmutableSet.<String>builder()
          .add(CellResult.SCORE, CREATED.key(), OVERSHOOT.key(), TIME_TO_MAX.key(), WAIT_P99.key())
          .add(CLIENT_CPU.key(), CLIENT_ALLOCATED.key(), BUSIEST_CHANNEL.key())
          .addAll(RpcCounts.BY_METHOD)
          .addAll(Ideal.TELLING)
          .build();

  private static final Set<String> ALWAYS =
      Set.of(CellResult.SCORE, ResultTables.RPCS_METRIC, Ideal.OVER_VIRTUAL);

  private ComparisonTables() {}

  /**
   * Compares.
   *
   * @param inputs the files, at least one
   * @param options what to show
   * @return the comparison
   * @throws BadInput if an option does not fit the data, or files share no cell
   */
  public static ComparisonReport of(List<ComparisonInput> inputs, ComparisonOptions options) {
    List<ComparisonInput> filtered = inputs.stream().map(i -> filter(i, options.filter())).toList();
    requireCommonBenchmark(filtered);
    Pivot pivot = Pivot.of(filtered, options);
    String base = base(pivot.columnHeading(), pivot.columns(), options);
    List<CellResult> results = filtered.stream().flatMap(i -> i.results().stream()).toList();
    List<MetricTable> tables =
        metrics(results, options.metrics()).stream()
            .flatMap(metric -> MetricTable.of(pivot, metric, base).stream())
            .toList();
    List<String> notes = new ArrayList<>(pivot.pooled());
    EnvironmentDifferences.of(results)
        .forEach(difference -> notes.add("The environment differs: " + difference + "."));
    if (isSpared(results)) {
      notes.add(
          "Where no client is named it is the suite's own, which in process is spared the"
              + " serialising that all others pay for: name its version with client= to compare it"
              + " with them.");
    }
    boolean timed = tables.stream().anyMatch(table -> table.metric().equals(CellResult.SCORE));
    Optional<String> swept =
        options.columns().size() == 1
            ? Optional.of(options.columns().get(0))
            : ParameterValues.of(results.stream().map(CellResult::key).toList()).favourite();
    return new ComparisonReport(
        tables,
        options.metrics().isEmpty() ? unremarkable(tables) : List.of(),
        pivot.columnHeading(),
        notes,
        swept
            .filter(name -> filtered.size() == 1 && timed)
            .map(name -> Recommendation.of(results, name))
            .filter(r -> !r.advice().isEmpty() || r.parameter().equals(PoolShape.INC_STEP)));
  }

  /** The metrics in which nothing differs in any table; time and RPCs are always shown. */
  private static List<String> unremarkable(List<MetricTable> tables) {
    Set<String> shown = new HashSet<>(ALWAYS);
    tables.stream()
        .filter(table -> !ComparisonReport.isUnremarkable(table))
        .forEach(table -> shown.add(table.metric()));
    Stream<String> metrics = tables.stream().map(MetricTable::metric).distinct();
    return metrics.filter(metric -> !shown.contains(metric)).toList();
  }

  private static ComparisonInput filter(ComparisonInput input, CellFilter filter) {
    List<CellResult> passing =
        input.results().stream().filter(result -> filter.passes(result.key())).toList();
    if (passing.isEmpty()) {
      List<String> unknown =
          filter.unknownNames(input.results().stream().map(CellResult::key).toList());
      String lacking = unknown.isEmpty() ? "" : ": none has " + String.join(", ", unknown);
      int all = input.results().size();
      String complaint = "%s: --filter '%s' matches none of its %s results%s";
      throw new BadInput(complaint.formatted(input.origin(), filter.text(), all, lacking));
    }
    return new ComparisonInput(input.label(), input.origin(), passing);
  }

  private static void requireCommonBenchmark(List<ComparisonInput> inputs) {
    ComparisonInput first = inputs.get(0);
    List<String> known = benchmarks(first);
    for (ComparisonInput input : inputs) {
      List<String> held = benchmarks(input);
      if (Collections.disjoint(held, known)) {
        throw new BadInput(
            "%s: holds %s, but %s holds %s: no benchmark in common"
                .formatted(input.origin(), held.get(0), first.origin(), known.get(0)));
      }
    }
  }

  private static List<String> benchmarks(ComparisonInput input) {
    return input.results().stream().map(CellResult::benchmark).distinct().toList();
  }

  private static String base(String heading, List<String> columns, ComparisonOptions options) {
    String usual = BASES.getOrDefault(heading, UNDISTURBED);
    String base = options.base().orElse(columns.contains(usual) ? usual : columns.get(0));
    if (!columns.contains(base)) {
      throw new BadInput(
          "--base %s: not in the data; the columns are %s"
              .formatted(base, String.join(", ", columns)));
    }
    return base;
  }

  private static List<String> metrics(List<CellResult> results, List<String> asked) {
    Set<String> present = new LinkedHashSet<>(List.of(CellResult.SCORE));
    results.forEach(result -> present.addAll(result.secondaryMetrics().keySet()));
    if (asked.isEmpty()) {
      return present.stream().filter(TELLING::contains).toList();
    }
    if (asked.contains(ComparisonOptions.ALL)) {
      return List.copyOf(present);
    }
    for (String name : asked) {
      if (!present.contains(name)) {
        throw new BadInput(
            "--metric %s: not in the data; it has %s".formatted(name, String.join(", ", present)));
      }
    }
    return asked;
  }

  /** Whether the suite's own client, measured in process, is compared with other clients. */
  private static boolean isSpared(List<CellResult> results) {
    Predicate<CellResult> named = r -> r.key().params().containsKey(ParameterValues.CLIENT);
    return results.stream().anyMatch(named)
        && results.stream()
            .filter(named.negate())
            .anyMatch(r -> "inprocess".equals(r.key().params().get("transport")));
  }

  /**
   * Selects what a comparison shows.
   *
   * @param columns the parameters whose values are columns; empty for files as columns, or for the
   *     one varying parameter of a single file
   * @param rows what identifies a row: {@code benchmark}, {@code mode}, parameters; empty for all
   *     that vary and are not columns
   * @param filter selects the cells that take part
   * @param metrics the metrics by name, {@code score} for the primary one, {@code all} for all;
   *     empty for the main ones
   * @param base the base column's value or file label; empty for the default
   */
  public record ComparisonOptions(
      List<String> columns,
      List<String> rows,
      CellFilter filter,
      List<String> metrics,
      Optional<String> base) {
    /** Stands for all metrics. */
    public static final String ALL = "all";

    /** Copies the lists; a repeated name counts once. */
    public ComparisonOptions {
      columns = columns.stream().distinct().toList();
      rows = rows.stream().distinct().toList();
      metrics = metrics.stream().distinct().toList();
    }
  }
}
