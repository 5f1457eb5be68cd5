package dev.sessionbench.report.chart;

import dev.sessionbench.results.CellKey;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * One of several charts that look the same: all measurements that differ in nothing but what is
 * along the horizontal axis, and which line they belong to.
 *
 * @param id unique among the panels of a report; lower-case letters, digits and hyphens
 * @param title the benchmark, and the parameters in which panels differ
 * @param key what the panel's cells have in common
 * @param x the horizontal axis
 * @param lines what the lines are values of; empty where there is one only
 * @param series the values of which each is a line; the empty text alone where there is one only
 */
public record Panel(
    String id, String title, CellKey key, XAxis x, String lines, List<String> series) {
  /** Copies the list. */
  public Panel {
    series = List.copyOf(series);
  }

  /**
   * The title of a panel that holds certain cells.
   *
   * @param key what its cells have in common
   * @param differing the parameters that its title must name
   */
  static String title(CellKey key, List<String> differing) {
    StringBuilder title = new StringBuilder(key.method());
    for (String name : differing) {
      title.append(", ").append(name).append(' ').append(key.params().getOrDefault(name, "–"));
    }
    return title.toString();
  }

  /**
   * An identifier that is not taken yet.
   *
   * @param title the panel's title
   * @param taken the identifiers that are taken; gets this one
   */
  static String id(String title, Set<String> taken) {
    String base =
        title
            .replaceAll("([a-z0-9])([A-Z])", "$1-$2")
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "-");
    base = base.replaceAll("^-|-$", "");
    base = base.isEmpty() ? "benchmark" : base.substring(0, Math.min(60, base.length()));
    String id = base;
    for (int i = 2; !taken.add(id); i++) {
      id = base + "-" + i;
    }
    return id;
  }

  /** Whether there is more than one line, so that a legend must tell them apart. */
  boolean hasLegend() {
    return series.size() > 1;
  }

  /** What a point is a measurement at. */
  String label(CellPoint point) {
    String line = hasLegend() ? ", " + lines + " " + point.series() : "";
    return x.name() + " " + point.x() + line;
  }
}
