package dev.sessionbench.cli;

import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.FileParameters;
import dev.sessionbench.base.model.TextFile;
import dev.sessionbench.base.results.AtomicFile;
import dev.sessionbench.base.results.CellCurves;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.HistoryFile;
import dev.sessionbench.base.results.HistoryLine;
import dev.sessionbench.cli.BenchCommand.World;
import dev.sessionbench.report.CellFilter;
import dev.sessionbench.report.ComparisonInput;
import dev.sessionbench.report.ComparisonInput.ServerProfiles;
import dev.sessionbench.report.FaultTable;
import dev.sessionbench.report.ParameterValues;
import dev.sessionbench.report.Recommendation;
import dev.sessionbench.report.chart.Axes;
import dev.sessionbench.report.html.ReportCharts;
import dev.sessionbench.report.html.ReportPage;
import dev.sessionbench.report.html.ReportPage.ReportInput;
import dev.sessionbench.study.calibrate.Calibration;
import dev.sessionbench.study.calibrate.CalibrationPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes results as one HTML page, and each chart as a file if asked to. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = "Writes results as one HTML page with charts, which needs no network.")
final class ReportCommand extends BenchCommand {
  private static final String HISTORY = "results/history/history.jsonl";

  @Parameters(
      arity = "0..*",
      paramLabel = "[LABEL=]FILE",
      description = {
        "JMH result files (JSON), a line in each chart for each.",
        "Default: that of the newest run in results/runs.",
        "Or one file that calibrate has written.",
        "A file " + CellCurves.FILE_NAME + " (or .gz) beside one adds what was observed over time."
      })
  private List<String> files = new ArrayList<>();

  @Option(
      names = "--x",
      paramLabel = "NAME",
      description =
          "The parameter along the horizontal axis. Default: incStep, or the one that varies.")
  private Optional<String> x = Optional.empty();

  @Option(
      names = "--series",
      paramLabel = "NAME",
      description = "A parameter of which each value is a line. Default: the file, if several.")
  private Optional<String> series = Optional.empty();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "The page to write (${DEFAULT-VALUE}).")
  private Path output = Path.of("report.html");

  @Option(
      names = "--svg",
      paramLabel = "DIR",
      description = "Also write each chart as an SVG file into this folder.")
  private @Nullable Path svgFolder;

  @Option(
      names = "--history",
      paramLabel = "FILE",
      description = {
        "The accepted baselines to draw (" + HISTORY + " where there is one).",
        "compare --accept FILE adds to it."
      })
  private @Nullable Path history;

  @Option(
      names = "--mix-profiles",
      description = "Also draws results of servers whose profiles differ.")
  private boolean mixProfiles;

  @Option(
      names = "--ideal",
      description = "Also shows each cell in virtual time, where client and machine take none.")
  private boolean ideal;

  ReportCommand(World world) {
    super(world);
  }

  @Override
  ExitCode execute() {
    List<ResultInputs.Named> named = ResultInputs.named(files, err);
    if (named.size() == 1 && isCalibration(named.get(0).file())) {
      return calibration(named.get(0).file());
    }
    List<ComparisonInput> inputs =
        ResultInputs.read(named, ideal ? new VirtualBeside(err) : UnaryOperator.identity(), err);
    if (!mixProfiles
        && Stream.concat(x.stream(), series.stream()).noneMatch(FileParameters.PROFILE::equals)) {
      ServerProfiles.requireOne(inputs, CellFilter.parse(""), "--series profile makes each a line");
    }
    boolean several = inputs.size() > 1;
    List<CellResult> cells =
        inputs.stream()
            .map(input -> several ? input.with(ParameterValues.FILE, input.label()) : input)
            .flatMap(input -> input.results().stream())
            .toList();
    List<CellResult> charted = charted(cells);
    Axes axes = Axes.of(charted.stream().map(CellResult::key).toList(), x, series);
    List<CellCurves> curves = new ArrayList<>();
    for (int i = 0; i < named.size(); i++) {
      curves.addAll(readCurves(named.get(i), inputs.get(i), several));
    }
    ReportCharts charts = ReportCharts.of(charted, curves, axes);
    String name =
        several
            ? inputs.stream().map(ComparisonInput::label).collect(Collectors.joining(", "))
            : named.get(0).file().toAbsolutePath().getFileName().toString();
    ReportInput input = new ReportInput(name, cells, charted, history());
    String page = ReportPage.render(input, charts, Recommendation.of(charted, axes.x()));
    AtomicFile.write(output, page);
    out.println(output);
    writeCharts(charts.all());
    return ExitCode.OK;
  }

  private static boolean isCalibration(Path file) {
    try {
      return Files.isRegularFile(file) && Calibration.isOne(TextFile.read(file));
    } catch (BadInput e) {
      // Who reads it as results says what is wrong with it.
      return false;
    }
  }

  private ExitCode calibration(Path file) {
    Calibration calibration = Calibration.read(file);
    if (calibration.pairs().isEmpty()) {
      throw new BadInput(file + ": holds no BatchCreateSessions that succeeded");
    }
    CalibrationPage page = new CalibrationPage(file.getFileName() + "", calibration);
    AtomicFile.write(output, page.render());
    out.println(output);
    writeCharts(Stream.of(page.chart()));
    return ExitCode.OK;
  }

  /**
   * What goes wrong on request has a section of its own, and recommends no step; unless it is asked
   * for by a parameter that nothing else has.
   */
  private List<CellResult> charted(List<CellResult> cells) {
    List<CellResult> sound = cells.stream().filter(cell -> !FaultTable.shows(cell)).toList();
    boolean asked =
        x.isPresent() && sound.stream().noneMatch(cell -> cell.key().params().containsKey(x.get()));
    return asked ? cells : sound;
  }

  private List<CellCurves> readCurves(
      ResultInputs.Named result, ComparisonInput input, boolean several) {
    List<CellCurves> measured = input.named(CellCurves.readBeside(result.file()));
    List<CellCurves> curves = ideal ? VirtualBeside.beside(measured, input.results()) : measured;
    return several
        ? curves.stream().map(curve -> curve.with(ParameterValues.FILE, result.label())).toList()
        : curves;
  }

  private List<HistoryLine> history() {
    if (history != null && !Files.exists(history)) {
      throw new BadInput("--history %s: no such file".formatted(history));
    }
    return HistoryFile.read(history == null ? Path.of(HISTORY) : history, err::println);
  }

  private void writeCharts(Stream<Chart> charts) {
    Path folder = svgFolder;
    if (folder == null) {
      return;
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
  }
}
