package dev.sessionbench.cli;

import static java.util.stream.Collectors.joining;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.FileParameters;
import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.ResultFile;
import dev.sessionbench.bench.run.RunDirectory;
import dev.sessionbench.report.CellFilter;
import dev.sessionbench.report.ComparisonInput;
import dev.sessionbench.report.ComparisonInput.ServerProfiles;
import dev.sessionbench.report.ParameterValues.ParameterColumns;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The result files that a command reads, as {@code FILE} or {@code LABEL=FILE}. */
final class ResultInputs {
  @Parameters(
      arity = "0..*",
      paramLabel = "[LABEL=]FILE",
      description = "JMH result files (JSON). Default: the newest run's in results/runs.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = "--mix-profiles",
      description = "Accept results of servers whose profiles differ.")
  private boolean mixProfiles;

  @Option(
      names = "--ideal",
      description = "Also show each cell in virtual time, where client and machine take no time.")
  boolean ideal;

  /** A file on the command line, with its label; the default label is its name. */
  record Named(String label, String name, Path file) {
    /**
     * Reads an argument. One that names an existing file has no label, even if it has an equals
     * sign.
     */
    private static Named of(String word) {
      int equals = word.indexOf('=');
      boolean labelled = equals > 0 && !Files.exists(path(word));
      String name = labelled ? word.substring(equals + 1) : word;
      BadInput.when(name.isEmpty(), "'%s' names no file", word);
      Path file = path(name);
      String label = labelled ? word.substring(0, equals) : file.getFileName() + "";
      return new Named(label, name, file);
    }

    private static Path path(String name) {
      try {
        return Path.of(name);
      } catch (InvalidPathException e) {
        throw new BadInput(name + ": not a path: " + e.getReason());
      }
    }
  }

  /** The files that are named; by default that of the newest run, which {@code err} reports. */
  List<Named> named(PrintStream err) {
    if (files.isEmpty()) {
      Path newest = RunDirectory.newestResult(RunDirectory.DEFAULT_PARENT, err);
      return List.of(new Named(newest.toString(), newest.toString(), newest));
    }
    return files.stream().map(Named::of).toList();
  }

  /**
   * Reads files.
   *
   * @param files the files
   * @param err gets notes on cells that were planned and are missing
   * @return the results of each file, their parameters completed
   * @throws BadInput if two files have the same label
   */
  List<ComparisonInput> read(List<Named> files, PrintStream err) {
    UnaryOperator<List<CellResult>> change =
        ideal ? new VirtualBeside(err) : UnaryOperator.identity();
    Set<String> labels = new HashSet<>();
    List<ComparisonInput> read = new ArrayList<>();
    for (Named named : files) {
      List<CellResult> results = ResultFile.read(named.file);
      warnOfUnmeasured(named, results, err);
      String twice =
          "two files are called %s: name them, as in old=a.json new=b.json; run --merge unites parts of one run";
      BadInput.when(!labels.add(named.label), twice, named.label);
      read.add(new ComparisonInput(named.label, named.name, change.apply(results)));
    }
    return ComparisonInput.distinct(read);
  }

  /** Refuses servers with different times, unless that is asked for. */
  void requireOneProfile(
      List<ComparisonInput> inputs, List<String> distinct, CellFilter taken, String instead) {
    if (!mixProfiles && !distinct.contains(FileParameters.PROFILE)) {
      ServerProfiles.requireOne(inputs, taken, instead);
    }
  }

  /** Warns of planned cells that have no result. */
  private static void warnOfUnmeasured(Named named, List<CellResult> results, PrintStream err) {
    List<Cell> unmeasured = RunDirectory.unmeasured(named.file);
    if (unmeasured.isEmpty()) {
      return;
    }
    List<Cell> all = new ArrayList<>(unmeasured);
    results.forEach(result -> all.add(result.key()));
    ParameterColumns labels = ParameterColumns.of(all);
    String missing = unmeasured.stream().map(labels::label).collect(joining(", "));
    err.print(
        "warning: %s has no result of %d of the %d cells that were to be measured: %s\n"
            .formatted(named.name, unmeasured.size(), all.size(), missing));
  }
}
