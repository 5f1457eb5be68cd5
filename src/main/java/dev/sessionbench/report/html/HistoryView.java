package dev.sessionbench.report.html;

import com.google.common.collect.MapDifference;
import com.google.common.collect.Maps;
import dev.sessionbench.base.chart.Axis;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.results.BuildIdentity;
import dev.sessionbench.base.results.HistoryLine;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.report.chart.LineChart;
import dev.sessionbench.report.chart.XAxis;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Shows the accepted baselines on a page: those over the column and base of the latest.
 *
 * @param charts a chart for each benchmark
 * @param accepted the baselines, oldest first
 */
public record HistoryView(List<ReportCharts.Figure> charts, List<Accepted> accepted) {
  private static final int DATE_LENGTH = "2026-01-31".length();

  /** Of the width, behind the last of many: half of its date stands there. */
  private static final double RIGHT_SHARE = 0.1;

  /** Whether there is anything to show. */
  public boolean shown() {
    return !accepted.isEmpty();
  }

  /**
   * One accepted baseline.
   *
   * @param at when it was accepted
   * @param commit the commit that measured it, shortened
   * @param client the client's version
   * @param changes the exact counts that differ from the baseline before, in words
   */
  public record Accepted(String at, String commit, String client, String changes) {}

  /**
   * The view of a history.
   *
   * @param history all lines, oldest first
   * @return its view, empty for an empty history
   */
  public static HistoryView of(List<HistoryLine> history) {
    if (history.isEmpty()) {
      return new HistoryView(List.of(), List.of());
    }
    HistoryLine latest = history.get(history.size() - 1);
    List<HistoryLine> lines =
        history.stream()
            .filter(l -> l.column().equals(latest.column()) && l.base().equals(latest.base()))
            .toList();
    Map<String, List<String>> valuesByRow = new LinkedHashMap<>();
    String mark = " " + latest.column() + "=";
    for (HistoryLine line : lines) {
      for (String cell : line.ratios().keySet()) {
        int at = cell.lastIndexOf(mark);
        if (at > 0) {
          valuesByRow
              .computeIfAbsent(cell.substring(0, at), row -> new ArrayList<>())
              .add(cell.substring(at + mark.length()));
        }
      }
    }
    List<ReportCharts.Figure> charts = new ArrayList<>();
    valuesByRow.forEach(
        (row, values) -> {
          XAxis few = new XAxis(latest.column(), values);
          charts.add(new ReportCharts.Figure(row, chart(charts.size() + 1, row, few.few(), lines)));
        });
    return new HistoryView(charts, accepted(lines));
  }

  /** How ratios of one row moved from one accepted baseline to the next. */
  private static Chart chart(int id, String row, List<String> values, List<HistoryLine> history) {
    HistoryLine latest = history.get(history.size() - 1);
    List<LineChart.Line> lines = values.stream().map(value -> line(row, value, history)).toList();
    DoubleSummaryStatistics ratios = new DoubleSummaryStatistics();
    ratios.accept(1);
    lines.forEach(line -> line.points().forEach(point -> ratios.accept(point.y())));
    int size = history.size();
    List<Axis.Tick> dates =
        IntStream.range(0, size)
            .mapToObj(i -> new Axis.Tick(i + 1.0, date(history.get(i))))
            .toList();
    Axis.Scale scale = Axis.Scale.linear(0, size + Math.max(1, RIGHT_SHARE * size));
    String over = "Time over %s %s (ratio".formatted(latest.column(), latest.base());
    return LineChart.of(
        "history-" + id,
        "History of " + row,
        "At the latest:",
        latest.column(),
        new Axis("Accepted baselines", scale, dates),
        Axis.close(over, ratios.getMin(), ratios.getMax()),
        lines);
  }

  private static LineChart.Line line(String row, String value, List<HistoryLine> history) {
    List<LineChart.Point> points = new ArrayList<>();
    String latest = "none";
    for (int i = 0; i < history.size(); i++) {
      HistoryLine line = history.get(i);
      Double ratio = line.ratios().get(HistoryLine.cell(row, line.column(), value));
      latest = ratio == null ? "none" : Numbers.label(ratio);
      if (ratio != null) {
        String title = "%s, %s: %s".formatted(date(line), value, latest);
        points.add(new LineChart.Point(i + 1.0, ratio, title));
      }
    }
    return new LineChart.Line(value, points, List.of(), latest);
  }

  private static String date(HistoryLine line) {
    return line.acceptedAt().substring(0, Math.min(DATE_LENGTH, line.acceptedAt().length()));
  }

  private static List<Accepted> accepted(List<HistoryLine> lines) {
    List<Accepted> accepted = new ArrayList<>();
    Map<String, Long> before = Map.of();
    for (HistoryLine line : lines) {
      accepted.add(
          new Accepted(
              // To the minute; what is no such time is shown as it stands.
              line.acceptedAt().replaceFirst("^([0-9-]{10})T([0-9:]{5}).*Z$", "$1 $2 UTC"),
              BuildIdentity.shortCommit(line.gitCommit()),
              line.clientVersion(),
              accepted.isEmpty() ? "the first" : changes(before, line.counts())));
      before = line.counts();
    }
    return accepted;
  }

  private static String changes(Map<String, Long> before, Map<String, Long> after) {
    MapDifference<String, Long> difference = Maps.difference(before, after);
    SortedMap<String, String> there = new TreeMap<>();
    difference
        .entriesDiffering()
        .forEach((cell, v) -> there.put(cell, " " + v.leftValue() + " to " + v.rightValue()));
    difference.entriesOnlyOnRight().forEach((cell, v) -> there.put(cell, " is new: " + v));
    String changes =
        Stream.concat(
                there.entrySet().stream().map(entry -> entry.getKey() + entry.getValue()),
                difference.entriesOnlyOnLeft().keySet().stream().sorted().map(c -> c + " is gone"))
            .collect(Collectors.joining("; "));
    return changes.isEmpty() ? "no count changed" : changes;
  }
}
