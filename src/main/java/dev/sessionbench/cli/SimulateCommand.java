package dev.sessionbench.cli;

import static dev.sessionbench.report.ResultTables.median;
import static java.util.stream.Collectors.joining;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.results.AtomicFile;
import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.CellCurves;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.TextTable.Column;
import dev.sessionbench.bench.run.CellFinder;
import dev.sessionbench.bench.run.RunFolder;
import dev.sessionbench.lab.simulate.CellGrid;
import dev.sessionbench.lab.simulate.SimulatedResults;
import dev.sessionbench.lab.simulate.SimulatedResults.Played;
import dev.sessionbench.report.Sheet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code simulate}: produces the metrics of {@code run} in virtual time, with any growth strategy.
 */
@Command(
    name = "simulate",
    description = {
      "Plays workloads on a pool in virtual time, where client and machine take no time.",
      "Without -p strategy the pool grows by the client's own strategy."
    },
    sortOptions = false)
final class SimulateCommand extends BenchCommand {
  private static final int SHOWN_ROWS = 200;
  private static final int MOST_DRAWN = 500;

  private static final Map<RunMetric, String> COLUMNS =
      new EnumMap<>(
          Map.ofEntries(
              Map.entry(RunMetric.RPCS, "RPCs"),
              Map.entry(RunMetric.CREATED, "Created"),
              Map.entry(RunMetric.OVERSHOOT, "Overshoot"),
              Map.entry(RunMetric.WAIT_P50, "Wait p50"),
              Map.entry(RunMetric.WAIT_P99, "p99"),
              Map.entry(RunMetric.WAIT_MAX, "max (ms)"),
              Map.entry(RunMetric.FAILED_CALLERS, "Refused"),
              Map.entry(RunMetric.IDLE_SECONDS, "Idle (s)"),
              Map.entry(RunMetric.CHANNELS_USED, "Channels"),
              Map.entry(RunMetric.BUSIEST_CHANNEL, "Busiest (%)"),
              Map.entry(RunMetric.THROUGHPUT, "Queries/s"),
              Map.entry(RunMetric.CALL_P50, "Query p50"),
              Map.entry(RunMetric.CALL_P99, "p99 (ms)"),
              Map.entry(RunMetric.STREAM_WAITS, "Stream waits")));

  @Parameters(
      arity = "0..*",
      paramLabel = "REGEX",
      description = {
        "Workloads, as in run. Default: the four of SessionPoolBenchmark.",
        "coldBurst and rampUp play strategies for gRPC channels."
      })
  private List<String> includes = new ArrayList<>();

  @Option(
      names = "-p",
      paramLabel = "NAME=VALUE,...",
      description =
          "Values of a parameter: one of run, strategy, or one of a strategy or a workload.")
  private List<String> assignments = new ArrayList<>();

  @Option(
      names = "-rff",
      paramLabel = "FILE",
      description = "Write the results to this file (JSON), not to a new folder.")
  private Optional<Path> file = Optional.empty();

  @Option(
      names = "--curves",
      description =
          "Also write what happens over time, for report, as " + CellCurves.FILE_NAME + ".")
  private boolean curves;

  SimulateCommand() {
    super(RESULTS);
  }

  @Override
  ExitCode execute() throws IOException, InterruptedException {
    List<Cell> cells =
        new CellGrid(new CellFinder(services.benchmarks()), values(assignments)).cells(includes);
    int size = cells.size();
    String many = "--curves: %d cells are too many to be drawn: must be at most %d";
    BadInput.when(curves && size > MOST_DRAWN, many, size, MOST_DRAWN);
    file.ifPresent(named -> AtomicFile.require("-rff", named));
    Path target =
        file.isPresent()
            ? file.get()
            : RunFolder.makeUnused(results(), services.clock().instant(), "-simulated")
                .resolve("result.json");
    List<CellResult> shown = new ArrayList<>();
    List<CellCurves> drawn = new ArrayList<>();
    AtomicInteger all = new AtomicInteger();
    Consumer<Played> shows =
        played -> {
          played.curves().ifPresent(drawn::add);
          if (all.incrementAndGet() <= SHOWN_ROWS) {
            shown.add(played.result());
          }
        };
    int threads = Runtime.getRuntime().availableProcessors();
    Json.<InterruptedException>writeArray(
        target,
        array ->
            new SimulatedResults()
                .run(cells, threads, curves, shows.andThen(p -> array.accept(p.result()))));
    if (curves) {
      Json.write(CellCurves.beside(target), drawn);
    }
    out.print(table(shown, all.get() - shown.size()));
    out.print("\nResults: " + target + "\n");
    return ExitCode.OK;
  }

  /** The values of each parameter; a parameter given twice has the values of both. */
  static Map<String, List<String>> values(List<String> assignments) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (String assignment : assignments) {
      int equals = assignment.indexOf('=');
      boolean whole = equals >= 1 && equals < assignment.length() - 1;
      BadInput.when(!whole, "-p %s: must be NAME=VALUE or NAME=VALUE,VALUE", assignment);
      values
          .computeIfAbsent(assignment.substring(0, equals), name -> new ArrayList<>())
          .addAll(List.of(assignment.substring(equals + 1).split(",", -1)));
    }
    return values;
  }

  private static String table(List<CellResult> shown, int others) {
    String rest = others == 0 ? "" : "\n%d more cells are in the results.\n".formatted(others);
    List<Column<CellResult>> columns = new ArrayList<>();
    columns.add(Column.of("Time (ms)", r -> Numbers.label(r.primaryMetric().score())));
    COLUMNS.forEach(
        (metric, heading) -> {
          if (shown.stream().anyMatch(result -> result.metric(metric.key()).isPresent())) {
            columns.add(Column.of(heading, r -> Numbers.label(median(r, metric.key()))));
          }
        });
    return Sheet.of("In virtual time", shown, result -> true, columns, result -> Stream.empty())
        .map(Sheet::render)
        .collect(joining("", "", rest));
  }
}
