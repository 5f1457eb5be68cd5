package dev.sessionbench.report.chart;

import dev.sessionbench.results.CellKey;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * One of several charts that look the same: all measurements that differ in nothing but {@code
 * incStep}.
 *
 * @param id unique among the panels of a report; lower-case letters, digits and hyphens
 * @param title the benchmark, and the parameters in which panels differ
 * @param key what the panel's cells have in common
 */
public record Panel(String id, String title, CellKey key) {
  /** The parameter along the panels' horizontal axis. */
  public static final String INC_STEP = "incStep";

  /** What a cell has in common with the others of its panel. */
  static CellKey keyOf(CellKey cell) {
    Map<String, String> rest = new TreeMap<>(cell.params());
    rest.remove(INC_STEP);
    return CellKey.of(cell.benchmark(), cell.mode(), rest);
  }

  /**
   * A panel that can be told from all that there are already.
   *
   * @param key what its cells have in common
   * @param differing the parameters that its title must name
   * @param taken the identifiers that are taken; gets this panel's
   * @return the panel
   */
  static Panel of(CellKey key, List<String> differing, Set<String> taken) {
    StringBuilder title = new StringBuilder(key.method());
    for (String name : differing) {
      title.append(", ").append(name).append(' ').append(key.params().getOrDefault(name, "–"));
    }
    String base =
        title
            .toString()
            .replaceAll("([a-z0-9])([A-Z])", "$1-$2")
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "-");
    base = base.replaceAll("^-|-$", "");
    base = base.isEmpty() ? "benchmark" : base.substring(0, Math.min(60, base.length()));
    String id = base;
    for (int i = 2; !taken.add(id); i++) {
      id = base + "-" + i;
    }
    return new Panel(id, title.toString(), key);
  }
}
