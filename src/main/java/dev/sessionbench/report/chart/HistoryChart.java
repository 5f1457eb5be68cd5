package dev.sessionbench.report.chart;

import dev.sessionbench.results.HistoryLine;
import dev.sessionbench.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/** How the ratios of one benchmark's times moved from one accepted baseline to the next. */
public final class HistoryChart {
  private static final int HEIGHT = 290;
  private static final int DATE_LENGTH = "2026-01-31".length();

  private HistoryChart() {}

  /** A value of the column, with its ratio at each accepted baseline; NaN where it has none. */
  private record Series(String value, List<Double> ratios) {}

  /**
   * Draws the history of one row.
   *
   * @param id unique among the charts of the page
   * @param row the row's label, as in the keys of {@link HistoryLine#ratios()}
   * @param values the values of the column to draw, at most four
   * @param lines the accepted baselines, oldest first, all over one column and base; at least one
   * @return the chart
   */
  public static Chart of(String id, String row, List<String> values, List<HistoryLine> lines) {
    HistoryLine latest = lines.get(lines.size() - 1);
    List<Series> series = values.stream().map(value -> series(row, value, lines)).toList();
    double[] all =
        series.stream()
            .flatMap(s -> s.ratios.stream())
            .mapToDouble(ratio -> ratio)
            .filter(ratio -> !Double.isNaN(ratio))
            .sorted()
            .toArray();
    Markup body = new Markup();
    double lowest = all.length == 0 ? 1 : Math.min(1, all[0]);
    double highest = all.length == 0 ? 1 : Math.max(1, all[all.length - 1]);
    Plot plot =
        new Plot(
            52,
            56,
            328,
            178,
            baselines(lines),
            Axis.close(
                "Time over %s %s (ratio".formatted(latest.column(), latest.base()),
                lowest,
                highest),
            body);
    plot.drawAxes();
    Legend.draw(plot, latest.column(), values, 15);
    for (int i = 0; i < series.size(); i++) {
      draw(plot, series.get(i), i, lines);
    }
    return new Chart(
        "history-" + id, "History of " + row, describe(series, latest), Chart.WIDTH, HEIGHT, body);
  }

  private static Series series(String row, String value, List<HistoryLine> lines) {
    return new Series(
        value,
        lines.stream()
            .map(
                line ->
                    Objects.requireNonNullElse(
                        line.ratios().get(HistoryLine.cell(row, line.column(), value)), Double.NaN))
            .toList());
  }

  private static Axis baselines(List<HistoryLine> lines) {
    return new Axis(
        "Accepted baselines",
        Scale.linear(0, lines.size() + 1.0),
        IntStream.range(0, lines.size())
            .mapToObj(i -> new Axis.Tick(i + 1.0, date(lines.get(i))))
            .toList());
  }

  private static void draw(Plot plot, Series series, int style, List<HistoryLine> lines) {
    StringBuilder path = new StringBuilder();
    List<Runnable> dots = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      double ratio = series.ratios.get(i);
      if (Double.isNaN(ratio)) {
        continue;
      }
      double x = plot.x(i + 1.0);
      double y = plot.y(ratio);
      path.append(path.isEmpty() ? 'M' : 'L');
      path.append(Numbers.coordinate(x)).append(' ').append(Numbers.coordinate(y));
      String title = "%s, %s: %s".formatted(date(lines.get(i)), series.value, Numbers.label(ratio));
      dots.add(() -> plot.dot(x, y, 3.5, "dot c" + style, title));
    }
    plot.path(path.toString(), "line d" + style + " c" + style);
    dots.forEach(Runnable::run);
  }

  private static String describe(List<Series> series, HistoryLine latest) {
    StringBuilder text = new StringBuilder("At the latest:");
    for (Series one : series) {
      double ratio = one.ratios.get(one.ratios.size() - 1);
      text.append(' ').append(latest.column()).append(' ').append(one.value).append(": ");
      text.append(Double.isNaN(ratio) ? "none" : Numbers.label(ratio)).append(';');
    }
    text.setCharAt(text.length() - 1, '.');
    return text.toString();
  }

  private static String date(HistoryLine line) {
    return line.acceptedAt().substring(0, Math.min(DATE_LENGTH, line.acceptedAt().length()));
  }
}
