package dev.sessionbench.cli;

import dev.sessionbench.report.FaultTable;
import dev.sessionbench.report.chart.CellPoint;
import dev.sessionbench.report.chart.Chart;
import dev.sessionbench.report.chart.Panel;
import dev.sessionbench.report.chart.Panels;
import dev.sessionbench.report.html.ReportCharts;
import dev.sessionbench.report.html.ReportInput;
import dev.sessionbench.report.html.ReportPage;
import dev.sessionbench.results.AtomicFile;
import dev.sessionbench.results.CellCurves;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.ForkMerge;
import dev.sessionbench.results.HistoryFile;
import dev.sessionbench.results.HistoryLine;
import dev.sessionbench.results.ResultFile;
import dev.sessionbench.results.ResultFileException;
import dev.sessionbench.run.NewestRun;
import dev.sessionbench.run.RunDirectory;
import dev.sessionbench.run.UsageException;
import dev.sessionbench.stats.Recommendation;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes results as one HTML page, and each chart as a file if asked to. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = "Writes results as one HTML page with charts, which needs no network.")
final class ReportCommand implements Callable<Integer> {
  private static final String HISTORY = "results/history/history.jsonl";

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "RESULT",
      description = {
        "A JMH result file. Default: that of the newest run in results/runs.",
        "A file " + CellCurves.FILE_NAME + " beside it adds the growth of the pool."
      })
  private @Nullable Path named;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "The page to write (${DEFAULT-VALUE}).",
      defaultValue = "report.html")
  private Path output = Path.of("");

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

  private final PrintStream out;
  private final PrintStream err;

  /**
   * The command.
   *
   * @param out where it says what it has written
   * @param err where it says what it read, if nobody told it
   */
  ReportCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    write();
    return ExitCode.OK.code();
  }

  private void write() {
    Path result = named == null ? NewestRun.resultFile(RunDirectory.DEFAULT_PARENT, err) : named;
    List<CellResult> cells = ForkMerge.merge(ResultFile.read(result));
    if (cells.isEmpty()) {
      throw new ResultFileException(result + ": holds no results");
    }
    // What goes wrong on request has a section of its own, and recommends no step.
    List<CellResult> sound = cells.stream().filter(cell -> !FaultTable.shows(cell)).toList();
    Map<Panel, List<CellPoint>> panels =
        Panels.of(
            sound.stream().flatMap(cell -> CellPoint.of(cell).stream()).toList(),
            point -> point.cell().key());
    List<CellCurves> growth = readGrowth(result);
    ReportCharts charts = ReportCharts.of(panels, growth);
    ReportInput input =
        new ReportInput(
            result.toAbsolutePath().getFileName().toString(), cells, growth, readHistory());
    String page = ReportPage.render(input, charts, Recommendation.of(sound));
    AtomicFile.write(output, page.getBytes(StandardCharsets.UTF_8));
    out.println(output);
    if (svgFolder != null) {
      writeCharts(svgFolder, charts);
    }
  }

  private List<CellCurves> readGrowth(Path result) {
    Path file = result.resolveSibling(CellCurves.FILE_NAME);
    return Files.exists(file) ? CellCurves.read(file) : List.of();
  }

  private List<HistoryLine> readHistory() {
    if (history != null && !Files.exists(history)) {
      throw new UsageException("--history %s: no such file".formatted(history));
    }
    return HistoryFile.read(history == null ? Path.of(HISTORY) : history);
  }

  private void writeCharts(Path folder, ReportCharts charts) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new ResultFileException(folder + ": cannot be made a folder: " + e.getMessage(), e);
    }
    for (Chart chart : charts.all().toList()) {
      Path file = folder.resolve(chart.id() + ".svg");
      AtomicFile.write(file, chart.standalone().getBytes(StandardCharsets.UTF_8));
      out.println(file);
    }
  }
}
