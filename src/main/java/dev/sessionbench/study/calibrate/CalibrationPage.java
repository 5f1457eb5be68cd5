package dev.sessionbench.study.calibrate;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.text.Escape;
import dev.sessionbench.base.text.Resource;
import dev.sessionbench.report.html.ReportPage;
import java.util.Map;

/** The page of a calibration: what was measured, what was fitted, one beside the other. */
public final class CalibrationPage {
  private static final Template TEMPLATE =
      Mustache.compiler()
          .withEscaper(Escape::markup)
          .compile(Resource.text(CalibrationPage.class, "calibration.mustache"));

  private CalibrationPage() {}

  /**
   * The chart of a calibration.
   *
   * @param calibration at least one BatchCreateSessions
   * @return the chart
   */
  public static Chart chart(Calibration calibration) {
    return CostChart.of(CostFit.of(calibration.calls()));
  }

  /**
   * Writes the page.
   *
   * @param name how the page calls the file
   * @param calibration at least one BatchCreateSessions
   * @return a whole HTML document, which is well-formed XML too
   */
  public static String render(String name, Calibration calibration) {
    CostFit fit = CostFit.of(calibration.calls());
    return TEMPLATE.execute(
        Map.of(
            "name",
            Escape.terminal(name),
            "style",
            Resource.text(ReportPage.class, "page.css") + Chart.style(),
            "server",
            Escape.terminal(calibration.server()),
            "database",
            Escape.terminal(calibration.database()),
            "startedAt",
            Escape.terminal(calibration.startedAt()),
            "model",
            fit.name(),
            "svg",
            CostChart.of(fit).inline(),
            "findings",
            Findings.of(calibration, fit).stream().map(Escape::terminal).toList()));
  }
}
