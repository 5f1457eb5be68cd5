package dev.sessionbench.report.chart;

import dev.sessionbench.base.text.Numbers;
import java.util.List;
import java.util.stream.Collectors;

/** The parts of one piece of work over time, one below the other. */
public final class WaterfallChart {
  private static final int LEFT = 8;
  private static final int WIDTH = 380;
  private static final int ROW = 30;
  private static final int BAR = 9;
  private static final int TOP = 10;
  private static final int BELOW = 54;

  private WaterfallChart() {}

  /**
   * A part.
   *
   * @param name what it is
   * @param from when it began
   * @param to when it ended
   * @param colour its colour, from 0 to 3
   */
  public record Bar(String name, double from, double to, int colour) {}

  /**
   * Draws the parts.
   *
   * @param id its identifier in the page
   * @param title what it shows
   * @param unit of the time, for example {@code ms}
   * @param bars at least one, in order
   */
  public static Chart of(String id, String title, String unit, List<Bar> bars) {
    double end = bars.stream().mapToDouble(Bar::to).max().orElse(1);
    StringBuilder body = new StringBuilder();
    Axis time = Axis.cutAt("Time (" + unit + ")", end, 5);
    Axis none = new Axis("", Scale.linear(0, 1), List.of());
    Plot plot = new Plot(LEFT, TOP, WIDTH, bars.size() * (double) ROW, time, none, body);
    plot.drawAxes(true);
    for (int i = 0; i < bars.size(); i++) {
      Bar bar = bars.get(i);
      double top = TOP + i * (double) ROW;
      double width = Math.max(1.5, plot.x(bar.to) - plot.x(bar.from));
      String words =
          "%s, %s to %s %s"
              .formatted(bar.name, Numbers.label(bar.from), Numbers.label(bar.to), unit);
      plot.bar(plot.x(bar.from), top + 15, width, BAR, "dot c" + bar.colour, words);
      boolean right = plot.x(bar.from) > LEFT + WIDTH / 2.0;
      plot.text(
          bar.name + " " + Numbers.label(bar.to - bar.from),
          right ? plot.x(bar.to) : plot.x(bar.from),
          top + 11,
          right ? "tick end" : "tick start");
    }
    return new Chart(
        id,
        title,
        bars.stream()
            .map(
                bar ->
                    "%s from %s to %s %s"
                        .formatted(bar.name, Numbers.label(bar.from), Numbers.label(bar.to), unit))
            .collect(Collectors.joining("; ", "", ".")),
        (int) plot.bottom() + BELOW,
        body.toString());
  }
}
