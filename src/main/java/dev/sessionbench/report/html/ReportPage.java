package dev.sessionbench.report.html;

import static dev.sessionbench.base.model.RunMetric.APPLICATION_ERRORS;
import static dev.sessionbench.base.model.RunMetric.BEYOND_MAX;
import static dev.sessionbench.base.model.RunMetric.BLAST_RADIUS;
import static dev.sessionbench.base.model.RunMetric.LEAKED;
import static dev.sessionbench.base.model.RunMetric.RPCS;
import static dev.sessionbench.base.model.RunMetric.TIME_TO_RECOVER;

import com.samskivert.mustache.Template;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.text.Escape;
import dev.sessionbench.base.text.Resource;
import dev.sessionbench.report.CellFilter;
import dev.sessionbench.report.ComparisonInput;
import dev.sessionbench.report.ComparisonReport;
import dev.sessionbench.report.ComparisonTables;
import dev.sessionbench.report.ComparisonTables.ComparisonOptions;
import dev.sessionbench.report.NumbersFirst;
import dev.sessionbench.report.ParameterValues;
import dev.sessionbench.report.Recommendation;
import dev.sessionbench.report.Regret;
import dev.sessionbench.report.ResultTables;
import dev.sessionbench.report.Sheet;
import dev.sessionbench.report.chart.XAxis;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Writes the page from a template. The template inserts charts and style unchanged, because they
 * were escaped when drawn; the engine escapes everything else.
 */
public final class ReportPage {
  private static final Template TEMPLATE =
      Resource.template(ReportPage.class, "report.mustache", Escape::markup);

  private ReportPage() {}

  /**
   * Writes the page.
   *
   * @param name how the page calls the result file
   * @param cells the measured cells, at least one
   * @param charts its charts
   * @param recommendation what the results support
   * @return a whole HTML document, which is also well-formed XML
   */
  public static String render(
      String name, List<CellResult> cells, ReportCharts charts, Recommendation recommendation) {
    List<String> maps = charts.regrets();
    Optional<ChangesView> changes =
        ChangesView.of(cells, maps.isEmpty() ? recommendation.parameter() : "");
    String answer =
        maps.stream()
            .reduce((before, next) -> before + " " + next)
            .or(() -> changes.map(ChangesView::summary))
            .filter(summary -> recommendation.advice().isEmpty())
            .orElse(recommendation.summary());
    return TEMPLATE.execute(
        Map.ofEntries(
            Map.entry("name", name),
            Map.entry("style", style()),
            Map.entry("summary", summary(cells)),
            Map.entry("recommendation", recommendation),
            Map.entry("answer", answer),
            Map.entry("changes", changes.stream().toList()),
            Map.entry("front", String.join(", ", recommendation.paretoFront())),
            Map.entry("x", recommendation.parameter()),
            Map.entry("tables", tables(cells)),
            Map.entry("charts", charts),
            Map.entry("circumstances", Circumstances.of(cells)),
            Map.entry("commands", ReproduceCommand.of(cells))));
  }

  private static List<Sheet> tables(List<CellResult> cells) {
    String title = "What a run costs, in virtual time";
    Predicate<CellResult> played = cell -> cell.metric(RunMetric.NEVER_USED.key()).isPresent();
    Stream<Sheet> costs = Sheet.of(title, cells, played, Regret.columns(), cell -> Stream.empty());
    return Stream.concat(new ResultTables(cells).tables(), costs).toList();
  }

  /** The style of all pages of this project, and of the charts in them. */
  public static String style() {
    return Resource.text(ReportPage.class, "page.css") + Chart.style();
  }

  private static String summary(List<CellResult> cells) {
    long benchmarks = cells.stream().map(CellResult::benchmark).distinct().count();
    int forks = cells.stream().mapToInt(CellResult::forks).sum();
    return "%s cells of %s benchmarks, %s forks".formatted(cells.size(), benchmarks, forks);
  }

  /**
   * Compares the values of a parameter that is text, such as the client, with one of them, on each
   * load.
   *
   * @param parameter the parameter
   * @param comparison its values compared
   */
  public record ChangesView(String parameter, ComparisonReport comparison) {
    /** What a server that goes wrong costs. */
    private static final List<String> FAULTS =
        Stream.of(APPLICATION_ERRORS, BLAST_RADIUS, TIME_TO_RECOVER, RPCS, LEAKED, BEYOND_MAX)
            .map(RunMetric::key)
            .toList();

    /**
     * The changes in some cells.
     *
     * @param cells the cells
     * @param x the parameter along the axis of the charts; if its values are numbers, the client is
     *     used, provided it varies, else the scenario of a server that goes wrong. Empty if a map
     *     of regret compares its values
     */
    static Optional<ChangesView> of(List<CellResult> cells, String x) {
      return Stream.of(x, ParameterValues.CLIENT, Recommendation.SCENARIO)
          .filter(name -> isOfWords(cells, name))
          .findFirst()
          .map(name -> new ChangesView(name, compared(cells, name)));
    }

    private static boolean isOfWords(List<CellResult> cells, String name) {
      Set<String> values =
          ParameterValues.of(cells.stream().map(CellResult::key).toList()).values().get(name);
      return values.size() > 1
          && !new XAxis(name, List.copyOf(values)).isCrowded()
          && values.stream().allMatch(value -> NumbersFirst.number(value).isEmpty());
    }

    private static ComparisonReport compared(List<CellResult> cells, String name) {
      CellFilter all = CellFilter.parse("");
      List<CellResult> having =
          cells.stream().filter(cell -> cell.key().params().containsKey(name)).toList();
      Predicate<String> known = m -> having.stream().anyMatch(r -> r.metric(m).isPresent());
      boolean faults = name.equals(Recommendation.SCENARIO);
      List<String> metrics = faults ? FAULTS.stream().filter(known).toList() : List.of();
      return ComparisonTables.of(
          List.of(new ComparisonInput("", "", having)),
          new ComparisonOptions(List.of(name), List.of(), all, metrics, Optional.empty()));
    }

    /** The value that the others are compared with. */
    public String base() {
      return comparison.tables().get(0).base();
    }

    /** The finding, in a sentence for each metric. */
    String summary() {
      return "Against %s %s: %s"
          .formatted(parameter, base(), String.join(" ", comparison.answer()));
    }
  }
}
