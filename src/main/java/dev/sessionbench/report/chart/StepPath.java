package dev.sessionbench.report.chart;

import dev.sessionbench.base.text.Numbers;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * The outline of a step function. Changes within the same half pixel are drawn as one stroke from
 * their lowest to their highest value, so that the outline stays small however many there are and
 * looks as it would with all of them.
 */
final class StepPath {
  private static final double COLUMNS_PER_PIXEL = 2;

  private StepPath() {}

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
    int shown = (int) times.stream().filter(time -> time <= end).count();
    if (shown == 0) {
      return "";
    }
    String at = Numbers.coordinate(plot.y(values.get(0)));
    String start = Numbers.coordinate(column(plot, times.get(0)) / COLUMNS_PER_PIXEL);
    StringBuilder path = new StringBuilder("M" + start + " " + at);
    int next;
    for (int i = 0; i < shown; i = next) {
      double column = column(plot, times.get(i));
      next = i + 1;
      while (next < shown && column(plot, times.get(next)) == column) {
        next++;
      }
      List<Double> here = values.subList(i, next);
      List<String> turns =
          Stream.of(
                  here.get(0),
                  Collections.min(here),
                  Collections.max(here),
                  here.get(here.size() - 1))
              .map(value -> Numbers.coordinate(plot.y(value)))
              .toList();
      if (!turns.get(0).equals(at)) {
        path.append('H').append(Numbers.coordinate(column / COLUMNS_PER_PIXEL));
      }
      for (String y : turns) {
        if (!y.equals(at)) {
          path.append('V').append(y);
          at = y;
        }
      }
    }
    // The last value holds to the end of the run, or to where the plot is cut.
    double until = shown < times.size() ? end : times.get(shown - 1);
    return path.append('H').append(Numbers.coordinate(plot.x(until))).toString();
  }

  private static double column(Plot plot, double time) {
    return Math.floor(plot.x(time) * COLUMNS_PER_PIXEL);
  }
}
