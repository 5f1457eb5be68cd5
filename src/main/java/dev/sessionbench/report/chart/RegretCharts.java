package dev.sessionbench.report.chart;

import dev.sessionbench.base.chart.Axis;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.chart.Mark;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.report.Regret;
import dev.sessionbench.report.ResultTables;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Charts of what each value of a parameter costs on each load. */
public final class RegretCharts {
  private static final double MILLIS_PER_SECOND = 1_000;
  private static final int ROW = 19;

  /** The regrets at which a shade begins, beside the first. */
  private static final List<Double> SHADES = List.of(1.1, 1.5, 2.5, 5.0, 20.0);

  private static final int FIRST_DARK = 3;

  private RegretCharts() {}

  /** A map of regret: a row for each value, a column for each load, the darker the dearer. */
  public static Chart map(Regret regret) {
    List<String> values = regret.values();
    int rows = values.size();
    List<Mark> marks = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < regret.loads().size(); column++) {
        Regret.Load load = regret.loads().get(column);
        OptionalDouble cost = load.of(values.get(row));
        int shade = (int) SHADES.stream().filter(from -> cost.orElse(1) >= from).count();
        marks.add(
            new Mark.Box(
                cost.isPresent() ? "shade s" + shade : "shade none",
                column,
                column + 1.0,
                rows - row - 1.0,
                (double) rows - row,
                values.get(row) + " on " + load.title() + ": " + Regret.words(cost),
                Regret.words(cost),
                "tiny middle" + (shade >= FIRST_DARK ? " light" : "")));
      }
    }
    List<String> upwards =
        IntStream.range(0, rows).mapToObj(i -> values.get(rows - 1 - i)).toList();
    Axis x = Axis.places("", regret.loads().stream().map(Regret.Load::title).toList());
    String best =
        regret.loads().stream()
            .map(
                load ->
                    load.title()
                        + ": "
                        + values.stream()
                            .filter(value -> load.of(value).orElse(2) <= 1)
                            .collect(Collectors.joining(" and ")))
            .collect(Collectors.joining("; ", "The least cost has on ", "."));
    return new Chart(
        "regret-" + regret.parameter().replaceAll("[^A-Za-z0-9]+", "-"),
        "Regret of each " + regret.parameter() + " on each load",
        best,
        List.of(),
        List.of(
            new Chart.Plot(
                new Axis("", x.scale(), x.ticks(), true),
                Axis.places("", upwards),
                (double) ROW * rows,
                marks)));
  }

  /** What one or several values cost, those that nothing tells apart together. */
  private record Point(double cost, double waitMillis, List<String> values) {
    boolean beats(Point other) {
      return cost <= other.cost
          && waitMillis <= other.waitMillis
          && (cost < other.cost || waitMillis < other.waitMillis);
    }

    String words() {
      return "%s: requests and idle sessions %s, wait p99 %s ms"
          .formatted(String.join(", ", values), Numbers.label(cost), Numbers.label(waitMillis));
    }

    Mark mark(boolean onFront) {
      String label = values.get(0) + (values.size() > 1 ? " +" + (values.size() - 1) : "");
      return new Mark.Dot(
          onFront ? "dot c0" : "dot hollow",
          onFront ? 4.5 : 3.5,
          cost,
          waitMillis,
          words(),
          onFront ? label : "");
    }
  }

  /**
   * What a load's callers wait against what the pool costs: the requests for sessions and the
   * sessions that are idle on average. On the front is who is beaten by none in both.
   *
   * @param load the load, with a result of at least one value
   */
  public static Chart waits(Regret.Load load) {
    List<Point> points = points(load);
    DoubleSummaryStatistics cost = points.stream().mapToDouble(Point::cost).summaryStatistics();
    DoubleSummaryStatistics wait =
        points.stream().mapToDouble(Point::waitMillis).summaryStatistics();
    List<Point> front =
        points.stream().filter(p -> points.stream().noneMatch(o -> o.beats(p))).toList();
    return new Chart(
        "wait-cost-" + Panel.id(load.title()),
        "Waits on " + load.title() + " against requests and idle sessions",
        front.stream()
            .map(Point::words)
            .collect(Collectors.joining("; ", "On the Pareto front: ", ".")),
        List.of(),
        List.of(
            new Chart.Plot(
                Axis.logarithmic(
                    "Requests + idle sessions (log scale)", cost.getMin(), cost.getMax()),
                Axis.close("Wait p99 (ms", wait.getMin(), wait.getMax()),
                180,
                points.stream().map(point -> point.mark(front.contains(point))).toList())));
  }

  private static List<Point> points(Regret.Load load) {
    Map<List<Double>, List<String>> together = new LinkedHashMap<>();
    load.results()
        .forEach(
            (value, result) ->
                together
                    .computeIfAbsent(
                        List.of(cost(result), median(result, "acquireWaitP99")),
                        place -> new ArrayList<>())
                    .add(value));
    List<Point> points = new ArrayList<>();
    together.forEach((place, values) -> points.add(new Point(place.get(0), place.get(1), values)));
    return points;
  }

  private static double cost(CellResult result) {
    double seconds = ResultTables.sample(result).median() / MILLIS_PER_SECOND;
    return median(result, ResultTables.RPCS_METRIC)
        + (seconds > 0 ? median(result, "idleSessionSeconds") / seconds : 0);
  }

  private static double median(CellResult result, String metric) {
    return ResultTables.secondary(result, metric).median();
  }
}
