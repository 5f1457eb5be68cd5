package dev.sessionbench.docs;

import dev.sessionbench.report.Regret;
import dev.sessionbench.report.RegretTable;
import dev.sessionbench.report.ResultTables;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.Environment;
import dev.sessionbench.results.ResultFile;
import dev.sessionbench.stats.Sample;
import dev.sessionbench.study.exhaustion.ExhaustionTable;
import dev.sessionbench.study.warmup.WarmupResult;
import dev.sessionbench.study.warmup.WarmupText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tables of measured figures that documents show, each made from committed raw data alone. */
final class FigureTables {
  private static final List<Integer> OVERVIEW_STEPS = List.of(1, 25, 50, 100);

  /** From here on a cell is called bound by the machine. */
  private static final double BOUND_PERCENT = 80;

  private FigureTables() {}

  /**
   * A table.
   *
   * @param kind {@code overview}: time and RPCs of each load at four steps. {@code tables}: all
   *     that the tool prints at the end of a run. {@code repeats}: how far the medians of separate
   *     runs lie apart, in each cell. {@code servers}: how many RPCs a second each server answers.
   *     {@code warmup}: the rounds of a warm-up study. {@code seeds}: how often a client is right
   *     that takes a server for warm. {@code detected}: when rounds of a folder of warm-up studies
   *     were steady, and were taken for it. {@code pools}: pools that grow while a server warms up.
   *     {@code tracing}: the exhaustion study with traces and without. {@code creations}, {@code
   *     steps}, {@code methods}: the RPCs of clients of several generations. {@code spread}: how
   *     evenly they use their channels. {@code known}, {@code calibratedBurst}: what calibrate
   *     found of known servers, and a burst under what it found. {@code profiles}: every step under
   *     every profile. {@code regret}: by how much each rule of growth costs each load more than
   *     the least, and {@code costs} what it costs each load. {@code ideal}: each cell beside
   *     virtual time. {@code fleet}: what clients that start together do to their service. {@code
   *     verified}: finalists of advise beside virtual time
   * @param data a result file, or for {@code repeats} a folder of them
   * @return Markdown, ended by a line feed
   * @throws IllegalArgumentException if there is no such kind
   */
  static String render(String kind, Path data) {
    return switch (kind) {
      case "overview" -> overview(CommittedRun.read(data));
      case "tables" -> new ResultTables(CommittedRun.read(data).cells(), false).render();
      case "repeats" -> repeats(runs(data));
      case "servers" -> servers(CommittedRun.read(data));
      case "warmup" -> WarmupText.table(WarmupFigures.study(data)).markdown();
      case "detected" -> WarmupFigures.detected(data);
      case "pools" -> WarmupFigures.pools(data).table().markdown();
      case "seeds" -> WarmupFigures.seeds(data).table().markdown();
      case "creations" -> new GenerationTables(CommittedRun.read(data)).creations();
      case "steps" -> new GenerationTables(CommittedRun.read(data)).steps();
      case "methods" -> new GenerationTables(CommittedRun.read(data)).methods();
      case "spread" -> new GenerationTables(CommittedRun.read(data)).spread();
      case "exhaustion" -> ExhaustionTable.closed(ExhaustionFigures.study(data)).markdown();
      case "exhaustionOpen" -> ExhaustionTable.open(ExhaustionFigures.study(data)).markdown();
      case "confusion" -> ExhaustionFigures.confusion(data).table().markdown();
      case "tracing" -> ExhaustionFigures.tracing(data);
      case "known" -> CalibrationFigures.knownTable(data);
      case "calibratedBurst" -> CalibrationFigures.burstTable(data);
      case "profiles" -> new ProfileSweep(data).markdown();
      case "regret" -> RegretTable.overview(regret(data)).markdown();
      case "costs" -> costs(data);
      case "verified" -> VerifiedFigures.table(data);
      case "fleet" -> FleetFigures.table(data);
      case "ideal" -> new IdealTables(CommittedRun.read(data)).render();
      default -> throw new IllegalArgumentException("no table is called " + kind);
    };
  }

  /** How the data of a table was made. */
  static String origin(String kind, Path data) {
    if (kind.equals("warmup")) {
      return WarmupFigures.origin(WarmupFigures.study(data).environment());
    }
    if (kind.equals("detected")) {
      List<Environment> made =
          WarmupFigures.studies(data).stream().map(WarmupResult::environment).toList();
      return made.stream()
          .map(WarmupFigures::origin)
          .distinct()
          .collect(Collectors.joining("; ", made.size() + " runs, ", ""));
    }
    if (kind.equals("pools")) {
      return WarmupFigures.origin(WarmupFigures.pools(data).environment());
    }
    if (kind.equals("seeds")) {
      return WarmupFigures.origin(WarmupFigures.seeds(data).environment());
    }
    if (kind.startsWith("exhaustion") || kind.equals("confusion") || kind.equals("tracing")) {
      return ExhaustionFigures.origin(kind, data);
    }
    if (kind.equals("known")) {
      return CalibrationFigures.knownOrigin(data);
    }
    if (kind.equals("calibratedBurst")) {
      return CalibrationFigures.burstOrigin(data);
    }
    if (kind.equals("profiles")) {
      return new ProfileSweep(data).origin();
    }
    if (!kind.equals("repeats")) {
      return CommittedRun.read(data).origin();
    }
    List<CommittedRun> runs = runs(data);
    return runs.size() + " runs, " + runs.get(0).origin();
  }

  private static Regret regret(Path data) {
    return Regret.of(ResultFile.read(data), "strategy").orElseThrow();
  }

  /** A table for each load. */
  private static String costs(Path data) {
    Regret regret = regret(data);
    return regret.loads().stream()
        .map(
            load ->
                "### %s\n\n%s"
                    .formatted(
                        load.title(),
                        RegretTable.of(regret, load, ResultFile.read(data)).markdown()))
        .collect(Collectors.joining("\n"));
  }

  private static String overview(CommittedRun run) {
    return table(
        run,
        OVERVIEW_STEPS,
        load ->
            step ->
                "%,.0f ms, %.0f RPCs%s"
                    .formatted(
                        run.time(load, step).median(),
                        run.metric(ResultTables.RPCS_METRIC, load, step).median(),
                        run.metric("utilisation", load, step).median() >= BOUND_PERCENT
                            ? " \\*"
                            : ""));
  }

  /** A row for each benchmark, a column for each server, and how ours compares with theirs. */
  private static String servers(CommittedRun run) {
    StringBuilder text =
        new StringBuilder("| RPC/s | ours | theirs | constant | ours / theirs |\n")
            .append("| --- | ---: | ---: | ---: | ---: |\n");
    run.cells().stream()
        .map(FigureTables::method)
        .distinct()
        .forEach(
            method -> {
              double ours = throughput(run, method, "ours");
              double theirs = throughput(run, method, "theirs");
              text.append(
                  String.format(
                      Locale.ROOT,
                      "| `%s` | %,.0f | %,.0f | %,.0f | %.1f |\n",
                      method,
                      ours,
                      theirs,
                      throughput(run, method, "constant"),
                      ours / theirs));
            });
    return text.toString();
  }

  private static String method(CellResult cell) {
    return cell.benchmark().substring(cell.benchmark().lastIndexOf('.') + 1);
  }

  private static double throughput(CommittedRun run, String method, String server) {
    return run.cells().stream()
        .filter(cell -> method(cell).equals(method))
        .filter(cell -> server.equals(Objects.requireNonNull(cell.params()).get("server")))
        .findFirst()
        .map(cell -> Sample.ofForks(cell.primaryMetric().rawData()).median())
        .orElseThrow(() -> new IllegalArgumentException("no " + method + " with " + server));
  }

  private static String repeats(List<CommittedRun> runs) {
    CommittedRun first = runs.get(0);
    return table(
        first,
        first.steps(),
        load -> step -> String.format(Locale.ROOT, "%.1f %%", apart(runs, load, step)));
  }

  private static double apart(List<CommittedRun> runs, String load, int step) {
    List<Double> medians = runs.stream().map(run -> run.time(load, step).median()).toList();
    return FigureWords.spreadPercent(new Sample(medians, List.of()));
  }

  private static List<CommittedRun> runs(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().map(CommittedRun::read).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A row for each load and a column for each step. */
  private static String table(
      CommittedRun run, List<Integer> steps, Function<String, IntFunction<String>> cell) {
    StringBuilder text = new StringBuilder("| load |");
    steps.forEach(step -> text.append(" step ").append(step).append(" |"));
    text.append("\n| --- |").append(" ---: |".repeat(steps.size())).append('\n');
    for (String load : run.loads()) {
      List<String> row = new ArrayList<>();
      steps.forEach(step -> row.add(cell.apply(load).apply(step)));
      text.append("| `%s` | %s |\n".formatted(load, String.join(" | ", row)));
    }
    return text.toString();
  }
}
