package dev.sessionbench.report.chart;

import dev.sessionbench.results.CellKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Sorts measurements into panels. */
public final class Panels {
  private Panels() {}

  /**
   * Sorts items into panels, in the order of the benchmarks' names, in each by {@code incStep}.
   * Items without a numeric step are left out.
   *
   * @param items the items
   * @param keyOf what an item is a measurement of
   * @return the panels with their items
   */
  public static <T> Map<Panel, List<T>> of(List<T> items, Function<T, CellKey> keyOf) {
    List<T> sorted =
        items.stream()
            .filter(item -> incStep(keyOf.apply(item)).isPresent())
            .sorted(
                Comparator.comparing((T item) -> keyOf.apply(item).benchmark())
                    .thenComparing(item -> incStep(keyOf.apply(item)).orElseThrow()))
            .toList();
    Map<CellKey, List<T>> groups = new LinkedHashMap<>();
    for (T item : sorted) {
      groups.computeIfAbsent(Panel.keyOf(keyOf.apply(item)), key -> new ArrayList<>()).add(item);
    }
    List<String> differing = differing(groups.keySet());
    Set<String> taken = new HashSet<>();
    Map<Panel, List<T>> panels = new LinkedHashMap<>();
    groups.forEach((key, group) -> panels.put(Panel.of(key, differing, taken), group));
    return panels;
  }

  /** The step of a cell; nothing where it has none that is a positive whole number. */
  static OptionalInt incStep(CellKey key) {
    try {
      int step = Integer.parseInt(key.params().getOrDefault(Panel.INC_STEP, ""));
      return step > 0 ? OptionalInt.of(step) : OptionalInt.empty();
    } catch (NumberFormatException e) {
      return OptionalInt.empty();
    }
  }

  private static List<String> differing(Set<CellKey> keys) {
    Set<String> names = new TreeSet<>();
    keys.forEach(key -> names.addAll(key.params().keySet()));
    return names.stream()
        .filter(
            name ->
                keys.stream().map(k -> k.params().getOrDefault(name, "")).distinct().count() > 1)
        .toList();
  }
}
