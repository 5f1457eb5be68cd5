package dev.sessionbench.report.chart;

import dev.sessionbench.base.results.HistoryLine;
import dev.sessionbench.base.text.Numbers;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/** How ratios moved from one accepted baseline to the next. */
public final class HistoryChart {
  private static final int DATE_LENGTH = "2026-01-31".length();

  /** Of the width, behind the last of many: half of its date stands there. */
  private static final double RIGHT_SHARE = 0.1;

  private HistoryChart() {}

  /**
   * Draws the history of one row.
   *
   * @param id unique among the charts of the page
   * @param row the row's label, as in the keys of {@link HistoryLine#ratios()}
   * @param values the values of the column to draw, at most four; some baseline has a ratio of each
   * @param history the accepted baselines, oldest first, all over one column and base; at least one
   * @return the chart
   */
  public static Chart of(String id, String row, List<String> values, List<HistoryLine> history) {
    HistoryLine latest = history.get(history.size() - 1);
    List<LineChart.Line> lines = values.stream().map(value -> line(row, value, history)).toList();
    DoubleSummaryStatistics ratios = new DoubleSummaryStatistics();
    ratios.accept(1);
    lines.forEach(line -> line.points().forEach(point -> ratios.accept(point.y())));
    return LineChart.of(
        "history-" + id,
        "History of " + row,
        "At the latest:",
        latest.column(),
        dates("Accepted baselines", history.stream().map(HistoryChart::date).toList()),
        Axis.close(
            "Time over %s %s (ratio".formatted(latest.column(), latest.base()),
            ratios.getMin(),
            ratios.getMax()),
        lines);
  }

  private static LineChart.Line line(String row, String value, List<HistoryLine> history) {
    List<LineChart.Point> points = new ArrayList<>();
    String latest = "none";
    for (int i = 0; i < history.size(); i++) {
      HistoryLine line = history.get(i);
      double ratio =
          Objects.requireNonNullElse(
              line.ratios().get(HistoryLine.cell(row, line.column(), value)), Double.NaN);
      latest = Double.isNaN(ratio) ? "none" : Numbers.label(ratio);
      if (!Double.isNaN(ratio)) {
        String title = "%s, %s: %s".formatted(date(line), value, latest);
        points.add(new LineChart.Point(i + 1.0, ratio, title));
      }
    }
    return new LineChart.Line(value, points, latest);
  }

  private static Axis dates(String title, List<String> dates) {
    return new Axis(
        title,
        Scale.linear(0, dates.size() + Math.max(1, RIGHT_SHARE * dates.size())),
        IntStream.range(0, dates.size())
            .mapToObj(i -> new Axis.Tick(i + 1.0, dates.get(i)))
            .toList());
  }

  private static String date(HistoryLine line) {
    return line.acceptedAt().substring(0, Math.min(DATE_LENGTH, line.acceptedAt().length()));
  }
}
