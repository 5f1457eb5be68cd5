package dev.sessionbench.report.chart;

import dev.sessionbench.text.Numbers;
import java.util.Collections;
import java.util.List;

/**
 * The outline of a step function. Changes within the same half pixel are drawn as one stroke from
 * their lowest to their highest value, so that the outline stays small however many there are and
 * looks as it would with all of them.
 */
final class StepPath {
  private static final double COLUMNS_PER_PIXEL = 2;

  private final Plot plot;
  private final double end;
  private final StringBuilder path = new StringBuilder();
  private String lastY = "";

  private StepPath(Plot plot, double end) {
    this.plot = plot;
    this.end = end;
  }

  /**
   * The outline up to a time.
   *
   * @param plot where it is drawn
   * @param times when the function changes, ascending
   * @param values its value from each time on
   * @param end the time at which the plot is cut
   * @return SVG path commands; empty where nothing is in the plot
   */
  static String of(Plot plot, List<Double> times, List<Double> values, double end) {
    StepPath path = new StepPath(plot, end);
    path.draw(times, values);
    return path.path.toString();
  }

  private void draw(List<Double> times, List<Double> values) {
    int i = 0;
    while (i < times.size() && times.get(i) <= end) {
      double column = column(times.get(i));
      int next = i + 1;
      while (next < times.size() && times.get(next) <= end && column(times.get(next)) == column) {
        next++;
      }
      List<Double> here = values.subList(i, next);
      moveTo(column / COLUMNS_PER_PIXEL, here.get(0));
      vertical(Collections.min(here));
      vertical(Collections.max(here));
      vertical(here.get(here.size() - 1));
      i = next;
    }
    if (i > 0) {
      // The last value holds to the end of the run, or to where the plot is cut.
      double until = i < times.size() ? end : times.get(times.size() - 1);
      path.append('H').append(Numbers.coordinate(plot.x(until)));
    }
  }

  private void moveTo(double x, double value) {
    String y = Numbers.coordinate(plot.y(value));
    if (path.isEmpty()) {
      path.append('M').append(Numbers.coordinate(x)).append(' ').append(y);
      lastY = y;
    } else if (!y.equals(lastY)) {
      path.append('H').append(Numbers.coordinate(x));
      vertical(value);
    }
  }

  private void vertical(double value) {
    String y = Numbers.coordinate(plot.y(value));
    if (!y.equals(lastY)) {
      path.append('V').append(y);
      lastY = y;
    }
  }

  private double column(double time) {
    return Math.floor(plot.x(time) * COLUMNS_PER_PIXEL);
  }
}
