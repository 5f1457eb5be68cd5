package dev.sessionbench.report.html;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.HistoryLine;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.base.text.Escape;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.Resource;
import dev.sessionbench.report.CellFilter;
import dev.sessionbench.report.ComparisonInput;
import dev.sessionbench.report.ComparisonReport;
import dev.sessionbench.report.ComparisonSheet;
import dev.sessionbench.report.ComparisonTables;
import dev.sessionbench.report.ComparisonTables.ComparisonOptions;
import dev.sessionbench.report.FaultTable;
import dev.sessionbench.report.Ideal;
import dev.sessionbench.report.NumbersFirst;
import dev.sessionbench.report.ParameterValues;
import dev.sessionbench.report.PublishedResult;
import dev.sessionbench.report.Recommendation;
import dev.sessionbench.report.Regret;
import dev.sessionbench.report.ResultTables;
import dev.sessionbench.report.ResultTables.MachineBound;
import dev.sessionbench.report.ResultTables.ResultTable;
import dev.sessionbench.report.ResultTables.ResultTable.Column;
import dev.sessionbench.report.RpcCounts;
import dev.sessionbench.report.chart.XAxis;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The page: a template, and what it shows. The template writes charts and style as they are, which
 * were escaped when drawn; everything else is escaped by the engine.
 */
public final class ReportPage {
  private static final Template TEMPLATE =
      Mustache.compiler()
          .emptyStringIsFalse(true)
          .withEscaper(Escape::markup)
          .compile(resource("report.mustache"));

  private ReportPage() {}

  /**
   * Writes the page.
   *
   * @param input what was measured, at least one cell
   * @param charts its charts
   * @param recommendation what follows
   * @return a whole HTML document, which is well-formed XML too
   */
  public static String render(
      ReportInput input, ReportCharts charts, Recommendation recommendation) {
    List<CellResult> cells = input.cells();
    List<CellResult> sound = input.charted();
    ResultTable faults = FaultTable.of(cells);
    ChangesView changes = ChangesView.of(sound, recommendation.parameter());
    return TEMPLATE.execute(
        Map.ofEntries(
            Map.entry("name", input.name()),
            Map.entry("style", style()),
            Map.entry("summary", summary(cells)),
            Map.entry("recommendation", recommendation),
            Map.entry(
                "answer",
                Regret.of(sound, recommendation.parameter())
                    .filter(regret -> recommendation.advice().isEmpty())
                    .map(Regret::summary)
                    .or(() -> changes.summary().filter(s -> recommendation.advice().isEmpty()))
                    .orElse(recommendation.summary())),
            Map.entry("changes", changes),
            Map.entry("front", String.join(", ", recommendation.paretoFront())),
            Map.entry("x", recommendation.parameter()),
            Map.entry("ideal", Ideal.isShown(sound)),
            Map.entry("tables", PageTables.of(sound)),
            Map.entry(
                "bound", sound.stream().anyMatch(MachineBound::is) ? MachineBound.FOOTNOTE : ""),
            Map.entry("growing", !sound.isEmpty()),
            Map.entry("faults", faults.rows().isEmpty() ? List.of() : List.of(faults)),
            Map.entry("leaking", FaultTable.leaking(cells)),
            Map.entry("charts", charts),
            Map.entry("history", HistoryView.of(input.history())),
            Map.entry("circumstances", Circumstances.of(cells)),
            Map.entry("commands", ReproduceCommand.of(cells))));
  }

  /** The style of all pages of this project, and of the charts in them. */
  public static String style() {
    return resource("page.css") + Chart.style();
  }

  private static String summary(List<CellResult> cells) {
    long benchmarks = cells.stream().map(CellResult::benchmark).distinct().count();
    int forks = cells.stream().mapToInt(CellResult::forks).sum();
    return "%s cells of %s benchmarks, %s forks".formatted(cells.size(), benchmarks, forks);
  }

  private static String resource(String name) {
    return Resource.text(ReportPage.class, name);
  }

  /**
   * What a report is made of.
   *
   * @param name how the page calls the result file
   * @param cells one result for each cell
   * @param charted the cells that charts and tables show: not those in which the server goes wrong
   * @param history the accepted baselines, oldest first
   */
  public record ReportInput(
      String name, List<CellResult> cells, List<CellResult> charted, List<HistoryLine> history) {}

  /**
   * What each value of a parameter changes that is no number, such as the client: held against one
   * of them, load by load.
   *
   * @param parameter the parameter
   * @param comparison its values compared; nothing where none is of words, or it has too many
   */
  public record ChangesView(String parameter, Optional<ComparisonReport> comparison) {
    /**
     * The changes in some cells.
     *
     * @param cells the cells
     * @param x the parameter along the axis of the charts; if it has numbers, the client where that
     *     varies
     */
    static ChangesView of(List<CellResult> cells, String x) {
      return Stream.of(x, ParameterValues.CLIENT)
          .filter(name -> Regret.of(cells, name).isEmpty() && isOfWords(cells, name))
          .findFirst()
          .map(name -> new ChangesView(name, Optional.of(compared(cells, name))))
          .orElse(new ChangesView(x, Optional.empty()));
    }

    private static boolean isOfWords(List<CellResult> cells, String name) {
      List<String> values =
          cells.stream()
              .map(cell -> cell.key().params().get(name))
              .filter(Objects::nonNull)
              .toList();
      XAxis axis = new XAxis(name, values);
      return axis.values().size() > 1
          && !axis.isCrowded()
          && axis.values().stream().allMatch(value -> NumbersFirst.number(value).isEmpty());
    }

    private static ComparisonReport compared(List<CellResult> cells, String name) {
      List<CellResult> having =
          cells.stream().filter(cell -> cell.key().params().containsKey(name)).toList();
      return ComparisonTables.of(
          List.of(new ComparisonInput("", "", having)),
          new ComparisonOptions(
              List.of(name),
              List.of(),
              CellFilter.parse(""),
              List.of(),
              Optional.empty(),
              /* byRow= */ true));
    }

    /** Whether there is anything to show. */
    public boolean shown() {
      return comparison.isPresent();
    }

    /** The value that the others are held against. */
    public String base() {
      return comparison.map(report -> report.tables().get(0).base()).orElse("");
    }

    /** What was found, in a sentence for each metric; nothing where nothing is shown. */
    Optional<String> summary() {
      return comparison.map(
          report ->
              "Against %s %s: %s".formatted(parameter, base(), String.join(" ", report.answer())));
    }

    /** A table for each load. */
    public List<ComparisonSheet> sheets() {
      return comparison.map(ComparisonReport::sheets).orElse(List.of());
    }

    /** How the tables are to be read. */
    public List<String> legend() {
      return comparison.map(ComparisonReport::legend).orElse(List.of());
    }
  }

  /** The page's tables of times and RPCs, in the layout of the original pull request. */
  static final class PageTables {
    private static final String COSTS = "table-costs";
    private static final String METHODS = "table-methods";

    private PageTables() {}

    static List<ResultTable> of(List<CellResult> cells) {
      return Stream.of(
              ResultTable.of(
                  "table-times",
                  "Execution time in milliseconds",
                  cells,
                  cell -> ResultTables.isTimed(cell) && ResultTables.sample(cell).n() > 0,
                  columns(
                      Ideal.times(cells, "–"),
                      PublishedResult.column(row -> Numbers.oneDecimal(row.millis()), "–"),
                      new Column(
                          "Median",
                          cell ->
                              ResultTables.millis(cell, Sample::median) + MachineBound.mark(cell)),
                      new Column("Fastest fork", cell -> ResultTables.millis(cell, Sample::min)),
                      new Column("Slowest fork", cell -> ResultTables.millis(cell, Sample::max)),
                      new Column(
                          "Forks", cell -> Integer.toString(ResultTables.sample(cell).n())))),
              ResultTable.of(
                  "table-rpcs",
                  "Number of BatchCreateSessions RPCs",
                  cells,
                  ResultTables::isCounted,
                  columns(
                      Ideal.rpcs(cells, "–"),
                      PublishedResult.column(row -> Long.toString(row.rpcs()), "–"),
                      new Column("RPCs", PageTables::count),
                      new Column(
                          "Forks",
                          cell -> Integer.toString(ResultTables.rpcs(cell).rawData().size())))),
              RpcCounts.table(METHODS, cells),
              ResultTable.of(
                  COSTS,
                  "What a run costs, in virtual time",
                  cells,
                  cell -> cell.metric("sessionsNeverUsed").isPresent(),
                  Regret.columns()))
          .filter(table -> !List.of(METHODS, COSTS).contains(table.id()) || !table.rows().isEmpty())
          .toList();
    }

    private static List<Column> columns(List<Column> ideal, Column last, Column... figures) {
      return Stream.of(Arrays.stream(figures), ideal.stream(), Stream.of(last))
          .flatMap(column -> column)
          .toList();
    }

    private static String count(CellResult cell) {
      Sample sample = RpcCounts.all(cell, ResultTables.RPCS_METRIC);
      String low = Numbers.label(sample.min());
      String high = Numbers.label(sample.max());
      if (low.equals(high)) {
        return low;
      }
      // A count that should be exact and is not is a finding: both ends are shown.
      return low
          + " – "
          + high
          + (RpcCounts.areExact(cell.key()) ? " (runs disagree)" : " (no fixed number)");
    }
  }
}
