package dev.sessionbench.docs;

import dev.sessionbench.generation.SettingEffects;
import dev.sessionbench.report.Regret;
import dev.sessionbench.report.RegretTable;
import dev.sessionbench.report.ResultTables;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.Environment;
import dev.sessionbench.results.ResultFile;
import dev.sessionbench.simulate.Agreement;
import dev.sessionbench.stats.Sample;
import dev.sessionbench.study.exhaustion.ExhaustionTable;
import dev.sessionbench.study.warmup.WarmupResult;
import dev.sessionbench.study.warmup.WarmupText;
import dev.sessionbench.text.TextTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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
   * @param kind one of the names below; the document that asks for it says what it shows
   * @param data a result file, or a folder of them where several are held together
   * @return Markdown, ended by a line feed
   * @throws IllegalArgumentException if there is no such kind
   */
  static String render(String kind, Path data) {
    return switch (kind) {
      case "overview" -> overview(CommittedRun.read(data));
      case "tables" -> new ResultTables(CommittedRun.read(data).cells(), false).render();
      case "repeats" -> repeats(runs(data));
      case "servers" -> servers(runs(data));
      case "warmup" -> WarmupText.table(WarmupFigures.study(data)).markdown();
      case "detected" -> WarmupFigures.detected(data);
      case "pools" -> WarmupFigures.pools(data).table().markdown();
      case "seeds" -> WarmupFigures.seeds(data).table().markdown();
      case "creations" -> new GenerationTables(CommittedRun.read(data)).creations();
      case "steps" -> new GenerationTables(CommittedRun.read(data)).steps();
      case "methods" -> new GenerationTables(CommittedRun.read(data)).methods();
      case "channels" -> new ChannelTable(CommittedRun.read(data)).render();
      case "spread" -> new GenerationTables(CommittedRun.read(data)).spread();
      case "fleets" -> new GenerationTables(CommittedRun.read(data)).fleets();
      case "times" -> new MoveTables(CommittedRun.read(data)).times();
      case "moves" -> new MoveTables(CommittedRun.read(data)).moves();
      case "settings" -> SettingEffects.read(data).markdown();
      case "exhaustion" -> ExhaustionTable.closed(ExhaustionFigures.study(data)).markdown();
      case "exhaustionOpen" -> ExhaustionTable.open(ExhaustionFigures.study(data)).markdown();
      case "confusion" -> ExhaustionFigures.confusion(data).table().markdown();
      case "tracing" -> ExhaustionFigures.tracing(data);
      case "known" -> CalibrationFigures.knownTable(data);
      case "calibrations" -> new CalibrationSeeds(data).markdown();
      case "troubled" -> CalibrationTroubles.markdown(data);
      case "calibratedBurst" -> CalibrationFigures.burstTable(data);
      case "profiles" -> new ProfileSweep(data).markdown();
      case "regret" -> RegretTable.overview(regret(data)).markdown();
      case "costs" -> costs(data);
      case "verified" -> VerifiedFigures.table(data);
      case "fleet" -> FleetFigures.table(data);
      case "ideal" -> new IdealTables(CommittedRun.read(data)).render();
      case "idealByLoad" -> new IdealTables(CommittedRun.read(data)).renderByLoad();
      case "agreement" -> Agreement.read(data).markdown();
      case "alike" -> LabTables.alike(CommittedRun.read(data));
      case "rules" -> LabTables.rules(CommittedRun.read(data));
      case "besideClient" -> LabTables.besideClient(CommittedRun.read(data));
      case "speed" -> LabTables.speed(data);
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
    if (kind.equals("calibrations")) {
      return new CalibrationSeeds(data).origin();
    }
    if (kind.equals("troubled")) {
      return CalibrationTroubles.origin(data);
    }
    if (kind.equals("calibratedBurst")) {
      return CalibrationFigures.burstOrigin(data);
    }
    if (kind.equals("settings")) {
      return SettingEffects.read(data).origin();
    }
    if (kind.equals("profiles")) {
      return new ProfileSweep(data).origin();
    }
    if (kind.equals("agreement")) {
      return Agreement.read(data).origin();
    }
    if (kind.equals("speed")) {
      return LabTables.speedOrigin(data);
    }
    if (!List.of("repeats", "servers").contains(kind)) {
      return CommittedRun.read(data).origin();
    }
    return runs(data).stream()
        .collect(
            Collectors.groupingBy(CommittedRun::origin, LinkedHashMap::new, Collectors.counting()))
        .entrySet()
        .stream()
        .map(made -> made.getValue() + " runs, " + made.getKey())
        .collect(Collectors.joining("; "));
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
  /** A row for each benchmark: the median of each server at each commit, and the last ratio. */
  private static String servers(List<CommittedRun> runs) {
    Map<String, Map<String, List<Double>>> seen = new LinkedHashMap<>();
    Set<String> arms = new LinkedHashSet<>();
    for (CommittedRun run : runs) {
      for (CellResult cell : run.cells()) {
        String arm =
            "%s, %.7s"
                .formatted(
                    Objects.requireNonNull(cell.params()).get("server"),
                    Objects.requireNonNull(cell.environment()).gitCommit());
        arms.add(arm);
        seen.computeIfAbsent(method(cell), name -> new HashMap<>())
            .computeIfAbsent(arm, name -> new ArrayList<>())
            .addAll(Sample.ofForks(cell.primaryMetric().rawData()).values());
      }
    }
    List<String> columns = List.copyOf(arms);
    TextTable table =
        new TextTable(
            Stream.of(List.of("RPCs a second"), columns, List.of("ours / theirs"))
                .flatMap(List::stream)
                .toList());
    seen.forEach(
        (method, values) -> {
          List<Double> medians =
              columns.stream()
                  .map(arm -> Sample.of(values.getOrDefault(arm, List.of())).median())
                  .toList();
          List<String> row = new ArrayList<>(List.of(method));
          medians.forEach(median -> row.add(String.format(Locale.ROOT, "%,.0f", median)));
          int last = columns.size() - 1;
          row.add(String.format(Locale.ROOT, "%.1f", medians.get(last - 1) / medians.get(last)));
          table.add(row);
        });
    return table.markdown();
  }

  private static String method(CellResult cell) {
    return cell.benchmark().substring(cell.benchmark().lastIndexOf('.') + 1);
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
