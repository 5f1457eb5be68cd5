package dev.sessionbench.report.chart;

import dev.sessionbench.text.Numbers;
import java.util.List;

/**
 * Names the lines of a chart above its plot: colour and dash tell them apart, never colour alone.
 */
final class Legend {
  private static final double CHARACTER = 7;
  private static final double Y = 15;

  private Legend() {}

  /**
   * Draws one row.
   *
   * @param labels one for each line, in the order of the styles {@code c0}, {@code c1} and so on
   * @param heading what the labels are values of
   */
  static void draw(Plot plot, String heading, List<String> labels) {
    double x = plot.left();
    plot.text(heading, x, Y + 4, "tick start");
    x += heading.length() * CHARACTER + 8;
    for (int i = 0; i < labels.size(); i++) {
      plot.path(
          "M%s %sh22".formatted(Numbers.coordinate(x), Numbers.coordinate(Y)),
          "line d" + i + " c" + i);
      plot.text(labels.get(i), x + 27, Y + 4, "tick start");
      x += 27 + labels.get(i).length() * CHARACTER + 14;
    }
  }
}
