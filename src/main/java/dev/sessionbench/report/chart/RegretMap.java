package dev.sessionbench.report.chart;

import com.google.common.collect.Lists;
import dev.sessionbench.base.chart.Axis;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.chart.Mark;
import dev.sessionbench.report.Regret;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Draws what each value of a parameter costs on each load. */
public final class RegretMap {
  private static final int ROW = 19;

  /** The regrets at which each shade after the first begins. */
  private static final List<Double> SHADES = List.of(1.1, 1.5, 2.5, 5.0, 20.0);

  private static final int FIRST_DARK = 3;

  private RegretMap() {}

  /** Draws a map of regret: a row for each value, a column for each load; darker means costlier. */
  public static Chart of(Regret regret) {
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
}
