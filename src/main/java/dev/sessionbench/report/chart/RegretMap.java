package dev.sessionbench.report.chart;

import com.google.common.collect.Lists;
import dev.sessionbench.base.chart.Axis;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.chart.Mark;
import dev.sessionbench.report.Regret;
import java.util.ArrayList;
import java.util.List;

/** Draws how much more each value of a parameter costs each load than the best value. */
public final class RegretMap {
  private static final int ROW = 19;

  /** The regrets at which each shade after the first begins. */
  private static final List<Double> SHADES = List.of(1.0, 3.0, 10.0, 30.0, 100.0);

  private static final int FIRST_DARK = 3;
  private static final double DOT = 2.2;
  private static final double TO_CORNER = 0.18;

  private RegretMap() {}

  /**
   * Draws a map of regret: a row for each value, a column for each load. Darker costs more; a dot
   * says that a real pool was measured there. Bounds stand below an empty row.
   */
  public static Chart of(Regret regret) {
    List<String> rows = new ArrayList<>(regret.values());
    if (!regret.bounds().isEmpty()) {
      rows.add("");
      rows.addAll(regret.bounds());
    }
    List<Mark> marks = new ArrayList<>();
    for (String value : rows) {
      double top = rows.size() - rows.indexOf(value);
      for (int column = 0; column < regret.loads().size() && !value.isEmpty(); column++) {
        Regret.Load load = regret.loads().get(column);
        double cost = load.of(value);
        int shade = (int) SHADES.stream().filter(from -> cost >= from).count();
        String words = Regret.words(cost);
        String spoken = value + " on " + load.title() + ": " + words;
        String style = Double.isNaN(cost) ? "shade none" : "shade s" + shade;
        String text = "tiny middle" + (shade >= FIRST_DARK ? " light" : "");
        marks.add(new Mark.Box(style, column, column + 1.0, top - 1, top, spoken, words, text));
        String pool = load.measured().get(value);
        if (pool != null) {
          String also = spoken + "; measured: " + pool;
          double right = column + 1 - TO_CORNER;
          marks.add(new Mark.Dot("dot c1", DOT, right, top - TO_CORNER, also, ""));
        }
      }
    }
    Axis loads = Axis.places("", regret.loads().stream().map(Regret.Load::title).toList());
    Axis x = new Axis("", loads.scale(), loads.ticks(), /* upright= */ true);
    Axis y = Axis.places("", Lists.reverse(rows));
    Chart.Plot plot = new Chart.Plot(x, y, (double) ROW * rows.size(), marks);
    String id =
        "%s-%s-%s".formatted(regret.terms().parameter(), regret.terms().unit(), regret.costModel());
    return new Chart(
        "regret-" + Panel.id(id), regret.title(), regret.summary(), List.of(), List.of(plot));
  }
}
