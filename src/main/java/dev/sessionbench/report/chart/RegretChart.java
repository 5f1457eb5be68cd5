package dev.sessionbench.report.chart;

import dev.sessionbench.base.text.Escape;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.report.Regret;
import dev.sessionbench.report.RegretTable;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** A map of regret: a row for each value, a column for each load, the darker the dearer. */
public final class RegretChart {
  private static final int WIDTH = 396;
  private static final int ROW = 19;
  private static final int BASELINE = 13;
  private static final int WIDEST = 52;

  /** Less than this and a number would touch its neighbours. */
  private static final double WIDE_ENOUGH = 18;

  private static final double CHARACTER = 6.65;

  /** By so much a vertical name stands beside the middle of its letters. */
  private static final double HALF_A_LETTER = 4;

  /** The regrets at which a shade begins, beside the first. */
  private static final List<Double> SHADES = List.of(1.1, 1.5, 2.5, 5.0, 20.0);

  private static final int FIRST_DARK = 3;

  private RegretChart() {}

  /** Draws the map. */
  public static Chart of(Regret regret) {
    int longest = regret.values().stream().mapToInt(String::length).max().orElse(0);
    double left = Math.min(180, 6 + longest * CHARACTER);
    double title =
        CHARACTER * regret.loads().stream().mapToInt(load -> load.title().length()).max().orElse(0);
    int rows = regret.values().size();
    int columns = regret.loads().size();
    double wide = Math.min(WIDEST, (WIDTH - left) / columns);
    double top = 10 + title;
    StringBuilder body = new StringBuilder();
    Plot plot =
        new Plot(
            left,
            top,
            wide * columns,
            (double) ROW * rows,
            new Axis("", Scale.linear(0, columns), List.of()),
            new Axis("", Scale.linear(0, rows), List.of()),
            body);
    for (int column = 0; column < columns; column++) {
      heading(plot, regret.loads().get(column).title(), plot.x(column + 0.5));
    }
    for (int row = 0; row < rows; row++) {
      String value = regret.values().get(row);
      double at = plot.top() + (double) ROW * row;
      plot.text(value, left - 4, at + BASELINE, "small end");
      for (int column = 0; column < columns; column++) {
        Regret.Load load = regret.loads().get(column);
        place(plot, column, at, load.of(value), value + " on " + load.title());
      }
    }
    return new Chart(
        "regret-" + regret.parameter().replaceAll("[^A-Za-z0-9]+", "-"),
        "Regret of each " + regret.parameter() + " on each load",
        description(regret),
        (int) (plot.bottom() + 12),
        body.toString());
  }

  /** Upright, so that the columns have all of the width, and three digits stand clear of them. */
  private static void heading(Plot plot, String title, double at) {
    String x = Numbers.coordinate(at + HALF_A_LETTER);
    String y = Numbers.coordinate(plot.top() - 6);
    plot.out()
        .append(
            "<text class=\"small start\" x=\"%s\" y=\"%s\" transform=\"rotate(-90 %s %s)\">%s</text>\n"
                .formatted(x, y, x, y, Escape.markup(title)));
  }

  private static void place(Plot plot, int column, double at, OptionalDouble regret, String title) {
    double wide = plot.x(column + 1) - plot.x(column);
    String words = RegretTable.words(regret);
    int shade = shade(regret.orElse(1));
    plot.bar(
        plot.x(column),
        at,
        wide,
        ROW,
        regret.isPresent() ? "shade s" + shade : "shade none",
        title + ": " + words);
    if (wide >= WIDE_ENOUGH) {
      plot.text(
          words,
          plot.x(column + 0.5),
          at + BASELINE,
          "tiny middle" + (shade >= FIRST_DARK ? " light" : ""));
    }
  }

  private static int shade(double regret) {
    return (int) SHADES.stream().filter(from -> regret >= from).count();
  }

  private static String description(Regret regret) {
    return regret.loads().stream()
        .map(
            load ->
                load.title()
                    + ": "
                    + regret.values().stream()
                        .filter(value -> load.of(value).orElse(2) <= 1)
                        .collect(Collectors.joining(" and ")))
        .collect(Collectors.joining("; ", "The least cost has on ", "."));
  }
}
