package dev.sessionbench.report.chart;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toCollection;

import dev.sessionbench.base.results.Cell;
import dev.sessionbench.report.ParameterValues;
import dev.sessionbench.report.chart.CellCharts.CellPoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * One of several charts that look the same. It holds all measurements that differ only in the value
 * along the horizontal axis and in their line.
 *
 * @param id unique among the panels of a report; lower-case letters, digits and hyphens
 * @param title the benchmark, and the parameters in which panels differ
 * @param x the horizontal axis
 * @param lines the parameter whose values are lines; empty if there is only one line
 * @param series the values that are lines; only the empty text if there is one line
 */
public record Panel(String id, String title, XAxis x, String lines, List<String> series) {
  /**
   * Sorts items into panels by benchmark name, and within a panel along its horizontal axis. Items
   * without a value there are left out.
   *
   * @param items the items
   * @param keyOf gives the cell of an item
   * @param axes the dimensions of the charts
   * @return the panels with their items
   */
  public static <T> Map<Panel, List<T>> sort(List<T> items, Function<T, Cell> keyOf, Axes axes) {
    Map<Cell, List<T>> groups =
        items.stream()
            .filter(item -> axes.x(keyOf.apply(item)).isPresent())
            .sorted(Comparator.comparing(item -> keyOf.apply(item).benchmark()))
            .collect(
                groupingBy(
                    item -> axes.panel(keyOf.apply(item)),
                    LinkedHashMap::new,
                    toCollection(ArrayList::new)));
    List<String> differing = ParameterValues.of(groups.keySet()).varying();
    Set<String> taken = new HashSet<>();
    Map<Panel, List<T>> panels = new LinkedHashMap<>();
    groups.forEach(
        (key, group) -> {
          String title = ParameterValues.label(key, differing);
          String id = id(title);
          for (int i = 2; !taken.add(id); i++) {
            id = id(title) + "-" + i;
          }
          Function<T, String> along = item -> axes.x(keyOf.apply(item)).orElseThrow();
          XAxis x = new XAxis(axes.x(), group.stream().map(along).toList());
          List<String> series =
              group.stream().map(item -> axes.series(keyOf.apply(item))).distinct().toList();
          group.sort(Comparator.comparingDouble(item -> x.place(along.apply(item))));
          panels.put(new Panel(id, title, x, axes.series().orElse(""), series), group);
        });
    return panels;
  }

  /**
   * Sorts like {@link #sort}, but each series has its own panels, with only a few values. Of
   * several items at one value only the first remains, because overlapping steps are unreadable.
   *
   * @param items the items
   * @param keyOf gives the cell of an item
   * @param axes the dimensions of the charts
   * @return the panels with their items
   */
  public static <T> Map<Panel, List<T>> few(List<T> items, Function<T, Cell> keyOf, Axes axes) {
    Map<Panel, List<T>> panels = sort(items, keyOf, new Axes(axes.x(), Optional.empty()));
    panels.replaceAll(
        (panel, all) -> {
          Set<String> open = new HashSet<>(panel.x.few());
          return all.stream()
              .filter(item -> open.remove(axes.x(keyOf.apply(item)).orElseThrow()))
              .toList();
        });
    return panels;
  }

  /** A title as an identifier. */
  static String id(String title) {
    String text =
        title
            .replaceAll("([a-z0-9])([A-Z])", "$1-$2")
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "-")
            .replaceAll("^-|-$", "");
    return text.isEmpty() ? "benchmark" : text.substring(0, Math.min(60, text.length()));
  }

  /** Whether there is more than one line, so that a legend is needed. */
  boolean hasLegend() {
    return series.size() > 1;
  }

  /** The position of a point along the horizontal axis. */
  double x(CellPoint point) {
    return x.place(point.x());
  }

  /** The colour of a point's line. */
  String colour(CellPoint point) {
    return "c" + series.indexOf(point.series());
  }

  /** The label of a point: its value and its line. */
  String label(CellPoint point) {
    String line = hasLegend() ? ", " + lines + " " + point.series() : "";
    return x.name() + " " + point.x() + line;
  }
}
