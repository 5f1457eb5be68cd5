package dev.sessionbench.report.chart;

import static java.util.stream.Collectors.summarizingDouble;

import com.google.common.collect.Lists;
import dev.sessionbench.base.chart.Axis;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.chart.Mark;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.report.Regret;
import dev.sessionbench.report.ResultTables;
import java.util.ArrayList;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Draws what each value of a parameter costs on each load. */
public final class RegretCharts {
  private static final double MILLIS_PER_SECOND = 1_000;
  private static final int ROW = 19;

  /** The regrets at which each shade after the first begins. */
  private static final List<Double> SHADES = List.of(1.1, 1.5, 2.5, 5.0, 20.0);

  private static final int FIRST_DARK = 3;

  private RegretCharts() {}

  /** Draws a map of regret: a row for each value, a column for each load; darker means costlier. */
  public static Chart map(Regret regret) {
    List<String> values = regret.values();
    List<Mark> marks = new ArrayList<>();
    for (String value : values) {
      double top = values.size() - values.indexOf(value);
      for (int column = 0; column < regret.loads().size(); column++) {
        Regret.Load load = regret.loads().get(column);
        OptionalDouble cost = load.of(value);
        int shade = (int) SHADES.stream().filter(from -> cost.orElse(1) >= from).count();
        String words = Regret.words(cost);
        marks.add(
            new Mark.Box(
                cost.isPresent() ? "shade s" + shade : "shade none",
                column,
                column + 1.0,
                top - 1,
                top,
                value + " on " + load.title() + ": " + words,
                words,
                "tiny middle" + (shade >= FIRST_DARK ? " light" : "")));
      }
    }
    String best =
        regret.loads().stream()
            .map(load -> load.title() + ": " + String.join(" and ", load.best(values)))
            .collect(Collectors.joining("; ", "The least cost has on ", "."));
    Axis x = Axis.places("", regret.loads().stream().map(Regret.Load::title).toList());
    return new Chart(
        "regret-" + regret.parameter().replaceAll("[^A-Za-z0-9]+", "-"),
        "Regret of each " + regret.parameter() + " on each load",
        best,
        List.of(),
        List.of(
            new Chart.Plot(
                new Axis("", x.scale(), x.ticks(), true),
                Axis.places("", Lists.reverse(values)),
                (double) ROW * values.size(),
                marks)));
  }

  /** The cost of one value, or of several values with equal cost and waits. */
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
      return onFront
          ? new Mark.Dot("dot c0", 4.5, cost, waitMillis, words(), label)
          : new Mark.Dot("dot hollow", 3.5, cost, waitMillis, words(), "");
    }
  }

  /**
   * Draws what a load's callers wait against what the pool costs. The cost is the requests for
   * sessions plus the average number of idle sessions. The front has the values that no other beats
   * in both.
   *
   * @param load the load, with a result of at least one value
   */
  public static Chart waits(Regret.Load load) {
    Map<List<Double>, Point> places = new LinkedHashMap<>();
    load.results()
        .forEach(
            (value, result) -> {
              double cost = cost(result);
              double wait = ResultTables.median(result, RunMetric.WAIT_P99.key());
              places
                  .computeIfAbsent(
                      List.of(cost, wait), place -> new Point(cost, wait, new ArrayList<>()))
                  .values()
                  .add(value);
            });
    Collection<Point> points = places.values();
    DoubleSummaryStatistics cost = points.stream().collect(summarizingDouble(Point::cost));
    DoubleSummaryStatistics wait = points.stream().collect(summarizingDouble(Point::waitMillis));
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

  private static double cost(CellResult result) {
    double seconds = ResultTables.sample(result).median() / MILLIS_PER_SECOND;
    double idle = ResultTables.median(result, RunMetric.IDLE_SECONDS.key());
    return ResultTables.median(result, ResultTables.RPCS_METRIC)
        + (seconds > 0 ? idle / seconds : 0);
  }
}
