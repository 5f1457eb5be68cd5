package dev.sessionbench.cli;

import dev.sessionbench.report.CellFilter;
import dev.sessionbench.report.ComparisonException;
import dev.sessionbench.report.ComparisonFormat;
import dev.sessionbench.report.ComparisonInput;
import dev.sessionbench.report.ComparisonOptions;
import dev.sessionbench.report.ComparisonReport;
import dev.sessionbench.report.ComparisonTables;
import dev.sessionbench.report.HistoryEntry;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.HistoryFile;
import dev.sessionbench.results.JmhFile;
import dev.sessionbench.run.NewestRun;
import dev.sessionbench.run.RunDirectory;
import dev.sessionbench.run.UsageException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares JMH results, of several files or of a parameter's values in one. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = {
      "Compares JMH result files, or the values of a parameter in one file.",
      "Shows medians over forks with distribution-free intervals, and ratios to a base column."
    })
final class CompareCommand implements Callable<Integer> {

  private final PrintStream out;
  private final PrintStream err;

  @Parameters(
      arity = "0..*",
      paramLabel = "[LABEL=]FILE",
      description = "JMH result files (JSON). Default: that of the newest run in results/runs.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = "--col",
      split = ",",
      paramLabel = "NAME",
      description =
          "Parameters whose values are columns. Default: incStep, or the one that varies.")
  private List<String> columns = new ArrayList<>();

  @Option(
      names = "--row",
      split = ",",
      paramLabel = "NAME",
      description = "What tells rows apart. Default: benchmark and all that varies.")
  private List<String> rows = new ArrayList<>();

  @Option(
      names = "--filter",
      defaultValue = "",
      paramLabel = "WORDS",
      description = "Cells to compare, as in 'benchmark=burstRead incStep<=50'.")
  private String filter = "";

  @Option(
      names = "--metric",
      split = ",",
      paramLabel = "NAME",
      description = "Metrics: score, a secondary metric's name, or all. Default: the most telling.")
  private List<String> metrics = new ArrayList<>();

  @Option(
      names = "--base",
      paramLabel = "VALUE",
      description = "The base column. Default: incStep 25, else the first.")
  private Optional<String> base = Optional.empty();

  @Option(
      names = "--format",
      defaultValue = "text",
      paramLabel = "FORMAT",
      description = "text, markdown, csv, json or html. Default: text.")
  private ComparisonFormat format = ComparisonFormat.TEXT;

  @Option(
      names = "--accept",
      paramLabel = "HISTORY",
      description =
          "Also adds this comparison to a history, such as results/history/history.jsonl.")
  private Optional<Path> history = Optional.empty();

  CompareCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    List<ComparisonInput> inputs = new ArrayList<>();
    for (String file : files) {
      inputs.add(input(file));
    }
    if (files.isEmpty()) {
      Path newest = NewestRun.resultFile(RunDirectory.DEFAULT_PARENT, err);
      inputs.add(new ComparisonInput(newest.toString(), newest.toString(), JmhFile.read(newest)));
    }
    requireDistinctLabels(inputs);
    ComparisonReport report =
        ComparisonTables.of(
            inputs, new ComparisonOptions(columns, rows, CellFilter.parse(filter), metrics, base));
    history.ifPresent(file -> accept(file, report, inputs));
    out.print(format.render(report));
    out.flush();
    return ExitCode.OK.code();
  }

  private void accept(Path file, ComparisonReport report, List<ComparisonInput> inputs) {
    List<CellResult> results = inputs.stream().flatMap(i -> i.results().stream()).toList();
    HistoryFile.append(file, HistoryEntry.of(report, results, Instant.now().toString()));
  }

  /** A word that is itself a file is one, even if it holds an equals sign. */
  private static ComparisonInput input(String word) {
    int equals = word.indexOf('=');
    boolean labelled = equals > 0 && !Files.exists(path(word));
    String name = labelled ? word.substring(equals + 1) : word;
    if (name.isEmpty()) {
      throw new UsageException("'%s' names no file".formatted(word));
    }
    Path file = path(name);
    String label = labelled ? word.substring(0, equals) : file.getFileName() + "";
    return new ComparisonInput(label, name, JmhFile.read(file));
  }

  private static Path path(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new UsageException(name + ": not a path: " + e.getReason());
    }
  }

  private static void requireDistinctLabels(List<ComparisonInput> inputs) {
    Set<String> labels = new HashSet<>();
    for (ComparisonInput input : inputs) {
      if (!labels.add(input.label())) {
        throw new ComparisonException(
            "two files are called %s: name them, as in base=old.json head=new.json"
                .formatted(input.label()));
      }
    }
  }
}
