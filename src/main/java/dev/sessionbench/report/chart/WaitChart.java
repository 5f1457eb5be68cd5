package dev.sessionbench.report.chart;

import dev.sessionbench.text.Numbers;
import java.util.List;

/** The wait for a session against the percentile, each further nine as wide as the last. */
public final class WaitChart {
  private static final int HEIGHT = 290;
  private static final double LAST = 99.9;

  private WaitChart() {}

  /**
   * Draws one panel.
   *
   * @param panel the panel
   * @param curves one for each value of the panel, in order, at least one
   * @return the chart
   */
  public static Chart of(Panel panel, List<WaitCurve> curves) {
    Markup body = new Markup();
    double max =
        curves.stream()
            .flatMap(curve -> curve.points().stream())
            .mapToDouble(WaitCurve.Point::millis)
            .max()
            .orElse(1);
    Plot plot =
        new Plot(
            52,
            56,
            328,
            178,
            percentiles(),
            Axis.fromZero("Wait for a session (ms)", max, 4),
            body);
    plot.drawAxes();
    Legend.draw(plot, panel.x().name(), curves.stream().map(WaitCurve::x).toList(), 15);
    for (int i = 0; i < curves.size(); i++) {
      plot.path(line(plot, curves.get(i)), "line d" + i + " c" + i);
    }
    return new Chart(
        "waits-" + panel.id(),
        "Waits for a session in " + panel.title(),
        describe(panel, curves),
        Chart.WIDTH,
        HEIGHT,
        body);
  }

  private static Axis percentiles() {
    return new Axis(
        "Percentile of callers",
        Scale.percentiles(LAST),
        List.of(
            new Axis.Tick(0, "0"),
            new Axis.Tick(50, "50"),
            new Axis.Tick(90, "90"),
            new Axis.Tick(99, "99"),
            new Axis.Tick(LAST, "99.9"),
            new Axis.Tick(100, "max")));
  }

  private static String line(Plot plot, WaitCurve curve) {
    StringBuilder path = new StringBuilder();
    String last = "";
    for (WaitCurve.Point point : curve.points()) {
      String place =
          Numbers.coordinate(plot.x(point.percentile()))
              + " "
              + Numbers.coordinate(plot.y(point.millis()));
      if (!place.equals(last)) {
        path.append(path.isEmpty() ? 'M' : 'L').append(place);
        last = place;
      }
    }
    return path.toString();
  }

  private static String describe(Panel panel, List<WaitCurve> curves) {
    StringBuilder text = new StringBuilder("Longest wait:");
    for (WaitCurve curve : curves) {
      text.append(' ').append(panel.x().name()).append(' ').append(curve.x()).append(": ");
      double longest = curve.points().get(curve.points().size() - 1).millis();
      text.append(Numbers.label(longest)).append(" ms;");
    }
    text.setCharAt(text.length() - 1, '.');
    return text.toString();
  }
}
