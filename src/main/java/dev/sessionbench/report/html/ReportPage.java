package dev.sessionbench.report.html;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.text.Escape;
import dev.sessionbench.base.text.Resource;
import dev.sessionbench.report.FaultTable;
import dev.sessionbench.report.Ideal;
import dev.sessionbench.report.MachineBound;
import dev.sessionbench.report.Regret;
import dev.sessionbench.report.ResultTable;
import dev.sessionbench.report.sweep.Recommendation;
import java.util.List;
import java.util.Map;

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
}
