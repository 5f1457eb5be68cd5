package dev.sessionbench.report.chart;

import dev.sessionbench.report.ParameterValues;
import dev.sessionbench.results.CellKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Sorts measurements into panels. */
public final class Panels {
  private Panels() {}

  /**
   * Sorts items into panels, in the order of the benchmarks' names, in each along its horizontal
   * axis. Items without a value there are left out.
   *
   * @param items the items
   * @param keyOf what an item is a measurement of
   * @param axes what is along which dimension
   * @return the panels with their items
   */
  public static <T> Map<Panel, List<T>> of(List<T> items, Function<T, CellKey> keyOf, Axes axes) {
    Map<CellKey, List<T>> groups = new LinkedHashMap<>();
    items.stream()
        .filter(item -> axes.x(keyOf.apply(item)).isPresent())
        .sorted(Comparator.comparing(item -> keyOf.apply(item).benchmark()))
        .forEach(
            item ->
                groups
                    .computeIfAbsent(axes.panel(keyOf.apply(item)), key -> new ArrayList<>())
                    .add(item));
    List<String> differing = ParameterValues.of(groups.keySet()).varying();
    Set<String> taken = new HashSet<>();
    Map<Panel, List<T>> panels = new LinkedHashMap<>();
    groups.forEach(
        (key, group) -> {
          List<CellKey> cells = group.stream().map(keyOf).toList();
          String title = Panel.title(key, differing);
          Panel panel =
              new Panel(
                  Panel.id(title, taken),
                  title,
                  key,
                  new XAxis(
                      axes.x(), cells.stream().map(axes::x).flatMap(Optional::stream).toList()),
                  axes.series().orElse(""),
                  cells.stream().map(axes::series).distinct().toList());
          group.sort(
              Comparator.comparingDouble(
                  item -> panel.x().place(axes.x(keyOf.apply(item)).orElseThrow())));
          panels.put(panel, group);
        });
    return panels;
  }
}
