package dev.sessionbench.study.exhaustion;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.text.Escape;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.Resource;
import dev.sessionbench.report.html.ReportPage;
import dev.sessionbench.study.diagnosis.Diagnosis;
import dev.sessionbench.study.diagnosis.Diagnosis.Finding;
import dev.sessionbench.study.exhaustion.StudyResult.ScenarioResult;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The study as one page that needs no script and no network. */
public final class ExhaustionPage {
  private static final Template TEMPLATE =
      Mustache.compiler()
          .emptyStringIsFalse(true)
          .withEscaper(Escape::markup)
          .compile(Resource.text(ExhaustionPage.class, "exhaustion.mustache"));

  private ExhaustionPage() {}

  /** A finding as the page shows it. */
  record Row(String state, String cause, String evidence) {
    static Row of(Finding finding) {
      String state =
          switch (finding.state()) {
            case FOUND -> "found";
            case RULED_OUT -> "ruled out";
            case UNKNOWN -> "not known";
          };
      return new Row(state, finding.cause().words(), finding.evidence());
    }
  }

  /**
   * Writes the page.
   *
   * @param result what was measured
   * @return a whole HTML document, which is well-formed XML too
   */
  public static String render(StudyResult result) {
    ExhaustionCharts charts = new ExhaustionCharts(result);
    ScenarioResult largest = result.largest().orElseThrow();
    Diagnosis diagnosis = largest.diagnosis();
    List<Chart> waterfalls = charts.waterfalls();
    return TEMPLATE.execute(
        Map.ofEntries(
            Map.entry("style", Resource.text(ReportPage.class, "page.css") + Chart.style()),
            Map.entry("summary", summary(result)),
            Map.entry("headline", diagnosis == null ? "" : diagnosis.headline()),
            Map.entry("complete", result.complete()),
            Map.entry("advice", diagnosis == null ? List.of() : diagnosis.advice()),
            Map.entry("scenario", largest.scenario()),
            Map.entry("agents", largest.agents().number()),
            Map.entry("findings", diagnosis == null ? List.of() : rows(diagnosis)),
            Map.entry("charts", charts.byScenario()),
            Map.entry("timeline", charts.timeline()),
            Map.entry("hasTraces", !waterfalls.isEmpty()),
            Map.entry("waterfalls", waterfalls),
            Map.entry("traces", ExhaustionWords.traces(result.traces())),
            Map.entry("closed", ExhaustionTable.closed(result).html()),
            Map.entry("hasOpen", !result.loop(true).isEmpty()),
            Map.entry("open", ExhaustionTable.open(result).html()),
            Map.entry("environment", result.environment().words())));
  }

  /** What was found first, then what the figures cannot tell. */
  private static List<Row> rows(Diagnosis diagnosis) {
    return Stream.of(Finding.State.FOUND, Finding.State.UNKNOWN, Finding.State.RULED_OUT)
        .flatMap(state -> diagnosis.findings(state).stream())
        .map(Row::of)
        .toList();
  }

  private static String summary(StudyResult result) {
    return "%s scenarios, pool of %s to %s sessions, %s ms of network, %s s"
        .formatted(
            result.loop(false).size(),
            result.shape().minSessions(),
            result.shape().maxSessions(),
            result.networkMillis(),
            Numbers.label(result.seconds()));
  }
}
