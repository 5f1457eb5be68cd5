package dev.sessionbench.docs;

import dev.sessionbench.report.MachineBound;
import dev.sessionbench.report.ResultTables;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.ForkConditions;
import dev.sessionbench.stats.Sample;
import dev.sessionbench.text.Numbers;
import dev.sessionbench.text.TextTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Tables of whole runs: one of them in a few words, and several beside one another. */
final class RunTables {
  private static final List<Integer> OVERVIEW_STEPS = List.of(1, 25, 50, 100);
  private static final double SECONDS_PER_MINUTE = 60;

  private RunTables() {}

  /** The runs of a folder, in the order of their names. */
  static List<CommittedRun> read(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().map(CommittedRun::read).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A row for each load, a column for some steps: the median time, and the RPCs. */
  static String overview(CommittedRun run) {
    TextTable table = byStep(OVERVIEW_STEPS, List.of());
    for (String load : run.loads()) {
      List<String> row = new ArrayList<>(List.of(load));
      for (int step : OVERVIEW_STEPS) {
        row.add(
            "%,.0f ms%s, %.0f RPCs"
                .formatted(
                    run.time(load, step).median(),
                    MachineBound.mark(run.cell(load, step)),
                    run.metric(ResultTables.RPCS_METRIC, load, step).median()));
      }
      table.add(row);
    }
    boolean bound =
        run.loads().stream()
            .flatMap(load -> OVERVIEW_STEPS.stream().map(step -> run.cell(load, step)))
            .anyMatch(MachineBound::is);
    return table.markdown() + (bound ? "\n" + MachineBound.FOOTNOTE + "\n" : "");
  }

  /** By how much the medians of several runs differ, and how much of the machine they used. */
  static String repeats(List<CommittedRun> runs) {
    List<Integer> steps = runs.get(0).steps();
    TextTable table = byStep(steps, List.of("utilisation"));
    for (String load : runs.get(0).loads()) {
      List<String> row = new ArrayList<>(List.of(load));
      for (int step : steps) {
        row.add(Numbers.oneDecimal(apartPercent(runs, load, step)) + " %");
      }
      Sample used = Sample.of(steps.stream().map(step -> utilisation(runs, load, step)).toList());
      row.add(String.format(Locale.ROOT, "%.0f-%.0f %%", used.min(), used.max()));
      table.add(row);
    }
    return table.markdown();
  }

  /** How far the medians of some runs lie apart: (max - min) / median, in percent. */
  static double apartPercent(List<CommittedRun> runs, String load, int step) {
    return FigureWords.spreadPercent(
        Sample.of(runs.stream().map(run -> run.time(load, step).median()).toList()));
  }

  /** In percent of the machine: the median over all forks of some runs. */
  static double utilisation(List<CommittedRun> runs, String load, int step) {
    return Sample.of(
            runs.stream()
                .flatMap(run -> run.metric(MachineBound.METRIC, load, step).values().stream())
                .toList())
        .median();
  }

  private static TextTable byStep(List<Integer> steps, List<String> last) {
    return new TextTable(
        Stream.of(List.of("load"), steps.stream().map(step -> "step " + step).toList(), last)
            .flatMap(List::stream)
            .toList());
  }

  /** How long the parts of a run took: one after the other, and so each on a machine of its own. */
  static String parts(List<CommittedRun> parts) {
    double[] minutes = parts.stream().mapToDouble(RunTables::minutes).toArray();
    int[] forks = parts.stream().mapToInt(part -> begun(part).size()).toArray();
    TextTable table = new TextTable("rrr", List.of("machines", "forks on each", "minutes"));
    table.add(
        List.of(
            "1",
            Integer.toString(IntStream.of(forks).sum()),
            Numbers.oneDecimal(DoubleStream.of(minutes).sum())));
    table.add(
        List.of(
            Integer.toString(parts.size()),
            Integer.toString(IntStream.of(forks).max().orElseThrow()),
            Numbers.oneDecimal(DoubleStream.of(minutes).max().orElseThrow())));
    return table.markdown();
  }

  /** When the forks of a run were started, in order. */
  private static List<Instant> begun(CommittedRun run) {
    return run.cells().stream()
        .flatMap(cell -> Objects.requireNonNull(cell.forkConditions()).stream())
        .map(ForkConditions::startedAt)
        .map(Instant::parse)
        .sorted()
        .toList();
  }

  /** From the first fork's start to the last one's end, which takes as long as the others did. */
  private static double minutes(CommittedRun run) {
    List<Instant> forks = begun(run);
    int between = forks.size() - 1;
    double seconds = Duration.between(forks.get(0), forks.get(between)).toMillis() / 1e3;
    return seconds * forks.size() / between / SECONDS_PER_MINUTE;
  }

  /** A row for each benchmark: the median of each server at each commit, and the last ratio. */
  static String servers(List<CommittedRun> runs) {
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
        seen.computeIfAbsent(cell.key().method(), name -> new HashMap<>())
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
          row.add(Numbers.oneDecimal(medians.get(last - 1) / medians.get(last)));
          table.add(row);
        });
    return table.markdown();
  }
}
