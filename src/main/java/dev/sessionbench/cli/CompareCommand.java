package dev.sessionbench.cli;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.report.CellFilter;
import dev.sessionbench.report.ComparisonFormat;
import dev.sessionbench.report.ComparisonInput;
import dev.sessionbench.report.ComparisonTables;
import dev.sessionbench.report.ComparisonTables.ComparisonOptions;
import dev.sessionbench.report.ParameterValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares JMH results of several files, or of a parameter's values in one file. */
@Command(
    name = "compare",
    description = {
      "Compares JMH result files, or the values of a parameter in one file.",
      "Shows medians over forks with distribution-free intervals, and ratios to the base column."
    })
final class CompareCommand extends BenchCommand {
  private static final Parameter<String> FILTER =
      Parameter.text("filter", "", "cells to compare, as in 'benchmark=burstRead incStep<=50'");

  @Mixin private final ResultInputs files = new ResultInputs();

  @Option(
      names = "--col",
      split = ",",
      paramLabel = "NAME",
      description = "Parameters whose values are columns. Default: incStep, or what varies.")
  private List<String> columns = new ArrayList<>();

  @Option(
      names = "--row",
      split = ",",
      paramLabel = "NAME",
      description = "Parameters whose values are rows. Default: benchmark, and what varies.")
  private List<String> rows = new ArrayList<>();

  @Option(
      names = "--metric",
      split = ",",
      paramLabel = "NAME",
      description =
          "Metrics: score, a secondary metric's name, or all. "
              + "Default: time, RPCs, and the main ones in which something differs.")
  private List<String> metrics = new ArrayList<>();

  @Option(
      names = "--base",
      paramLabel = "VALUE",
      description =
          "The base column. Default: incStep 25, client 6.107.0, scenario none, else the first.")
  private Optional<String> base = Optional.empty();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "text, markdown, csv, json or html. Default: text. "
              + "readme: one Markdown table of times and RPCs. "
              + "ratios: one Markdown table of metrics as multiples of virtual time, with --ideal. "
              + "medians: the same without the division. "
              + "bmf: Bencher Metric Format. otava: CSV for Apache Otava, one line for each file.")
  private ComparisonFormat format = ComparisonFormat.TEXT;

  CompareCommand() {
    super(FILTER);
  }

  @Override
  ExitCode execute() {
    boolean fileIsLine = format == ComparisonFormat.OTAVA;
    if (fileIsLine && !columns.isEmpty()) {
      throw new BadInput("--col: must be left out with --format otava, where each file is a line");
    }
    BadInput.when(
        format == ComparisonFormat.RATIOS && !files.ideal,
        "--format ratios: divides by virtual time; give --ideal too");
    List<ComparisonInput> inputs = files.read(files.named(err), err);
    CellFilter taken = CellFilter.parse(settings().get(FILTER));
    List<String> distinct = Stream.of(columns, rows).flatMap(List::stream).toList();
    String instead = "--filter 'profile=NAME' takes one, --col profile compares them";
    files.requireOneProfile(inputs, distinct, taken, instead);
    if (fileIsLine) {
      inputs = inputs.stream().map(i -> i.with(ParameterValues.FILE, i.label())).toList();
      columns = List.of(ParameterValues.FILE);
    }
    ComparisonOptions options = new ComparisonOptions(columns, rows, taken, metrics, base);
    out.print(format.render(ComparisonTables.of(inputs, options), inputs));
    return ExitCode.OK;
  }
}
