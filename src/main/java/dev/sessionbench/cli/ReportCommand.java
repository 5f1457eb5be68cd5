package dev.sessionbench.cli;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.TextFile;
import dev.sessionbench.base.results.AtomicFile;
import dev.sessionbench.base.results.CellCurves;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.lab.strategy.Strategies;
import dev.sessionbench.report.CellFilter;
import dev.sessionbench.report.ComparisonInput;
import dev.sessionbench.report.ParameterValues;
import dev.sessionbench.report.Recommendation;
import dev.sessionbench.report.Regret;
import dev.sessionbench.report.chart.Axes;
import dev.sessionbench.report.html.ReportCharts;
import dev.sessionbench.report.html.ReportPage;
import dev.sessionbench.study.calibrate.Calibration;
import dev.sessionbench.study.calibrate.CalibrationPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes results as one HTML page, and on request each chart as a file. */
@Command(
    name = "report",
    description = {
      "Writes results, or a file of calibrate, as one HTML page with charts.",
      "The page needs no network. It draws what happened over time if a file",
      CellCurves.FILE_NAME + " (or .gz) is beside the results."
    })
final class ReportCommand extends BenchCommand {
  @Mixin private final ResultInputs files = new ResultInputs();

  @Option(
      names = "--x",
      paramLabel = "NAME",
      description = "The parameter of the horizontal axis. Default: incStep, or what varies.")
  private Optional<String> x = Optional.empty();

  @Option(
      names = "--series",
      paramLabel = "NAME",
      description = "The parameter whose values are lines. Default: the file, if several.")
  private Optional<String> series = Optional.empty();

  @Option(
      names = "--unit",
      paramLabel = "UNIT",
      description = "What the map of regret counts: wait, idle or rpcs. Default: wait.")
  private Regret.Unit unit = Regret.Unit.WAIT;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "The page to write. Default: ${DEFAULT-VALUE}.")
  private Path output = Path.of("report.html");

  @Option(
      names = "--svg",
      paramLabel = "DIR",
      description = "Also write each chart as an SVG file into this folder.")
  private @Nullable Path svgFolder;

  @Override
  ExitCode execute() {
    AtomicFile.require("-o", output);
    List<ResultInputs.Named> named = files.named(err);
    if (named.size() == 1 && isCalibration(named.get(0).file())) {
      return calibration(named.get(0).file());
    }
    List<ComparisonInput> inputs = files.read(named, err);
    List<String> distinct = Stream.of(x, series).flatMap(Optional::stream).toList();
    String instead = "--series profile makes each a line";
    files.requireOneProfile(inputs, distinct, CellFilter.parse(""), instead);
    boolean several = inputs.size() > 1;
    List<CellResult> cells = new ArrayList<>();
    List<CellCurves> curves = new ArrayList<>();
    for (int i = 0; i < inputs.size(); i++) {
      ComparisonInput input = inputs.get(i);
      cells.addAll((several ? input.with(ParameterValues.FILE, input.label()) : input).results());
      for (CellCurves curve : input.named(CellCurves.readBeside(named.get(i).file()))) {
        curves.add(several ? curve.with(ParameterValues.FILE, input.label()) : curve);
      }
    }
    Axes axes = Axes.of(cells.stream().map(CellResult::key).toList(), x, series);
    Regret.Terms terms =
        new Regret.Terms(axes.x(), unit, Strategies.bounds(), Strategies::nameForPool);
    ReportCharts charts = ReportCharts.of(cells, curves, axes, Regret.of(cells, terms));
    String name =
        several
            ? inputs.stream().map(ComparisonInput::label).collect(joining(", "))
            : named.get(0).file().toAbsolutePath().getFileName().toString();
    String page = ReportPage.render(name, cells, charts, Recommendation.of(cells, axes.x()));
    return write(page, charts.all());
  }

  private static boolean isCalibration(Path file) {
    try {
      return Files.isRegularFile(file) && Calibration.isOne(TextFile.read(file));
    } catch (BadInput e) {
      // Reading it as results reports what is wrong.
      return false;
    }
  }

  private ExitCode calibration(Path file) {
    Calibration calibration = Json.read(file, new TypeReference<>() {});
    BadInput.when(
        calibration.pairs().isEmpty(), "%s: holds no BatchCreateSessions that succeeded", file);
    CalibrationPage page = new CalibrationPage(file.getFileName() + "", calibration);
    return write(page.render(), Stream.of(page.chart()));
  }

  private ExitCode write(String page, Stream<Chart> charts) {
    AtomicFile.write(output, page);
    out.println(output);
    Path folder = svgFolder;
    if (folder == null) {
      return ExitCode.OK;
    }
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new BadInput(folder + ": cannot be made a folder: " + e.getMessage(), e);
    }
    for (Chart chart : charts.toList()) {
      Path file = folder.resolve(chart.id() + ".svg");
      AtomicFile.write(file, chart.standalone());
      out.println(file);
    }
    return ExitCode.OK;
  }
}
