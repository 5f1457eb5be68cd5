package dev.sessionbench.base.chart;

import dev.sessionbench.base.text.Resource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the style sheet of charts, so that a file can carry its colours as attributes. Plain
 * renderers such as librsvg ignore variables and would draw all of it black.
 */
final class ChartStyle {
  static final String CSS = Resource.text(Chart.class, "chart.css");
  private static final Pattern DECLARATION = Pattern.compile("([\\w-]+): ([^;]+);");
  private static final Pattern VARIABLE = Pattern.compile("var\\((--\\w+)\\)");

  /** The rules of the style sheet, each a line. */
  private static final List<String> RULES =
      CSS.lines().filter(line -> line.startsWith(".chart")).toList();

  /** The variables of light, dark and print, in this order. */
  private static final List<Map<String, String>> PALETTES =
      Pattern.compile(":root \\{([^}]*)}")
          .matcher(CSS)
          .results()
          .map(found -> declarations(found.group(1)))
          .toList();

  private ChartStyle() {}

  private static Map<String, String> declarations(String block) {
    Map<String, String> declarations = new LinkedHashMap<>();
    DECLARATION.matcher(block).results().forEach(d -> declarations.put(d.group(1), d.group(2)));
    return declarations;
  }

  private static String resolved(String rule, int palette) {
    return VARIABLE
        .matcher(rule)
        .replaceAll(name -> PALETTES.get(palette).getOrDefault(name.group(1), "none"));
  }

  /** What an element's classes set in light, by attribute. */
  static Map<String, String> attributes(String element, String classes) {
    List<String> own = List.of(classes.split(" ", -1));
    Map<String, String> attributes = new LinkedHashMap<>();
    for (String rule : RULES) {
      int block = rule.indexOf('{');
      if (Stream.of(rule.substring(0, block).split(",", -1))
          .anyMatch(selector -> applies(selector.strip(), element, own))) {
        attributes.putAll(declarations(resolved(rule.substring(block), 0)));
      }
    }
    return attributes;
  }

  private static boolean applies(String selector, String element, List<String> classes) {
    List<String> parts = List.of(selector.replaceFirst("^\\.chart ", "").split("\\.", -1));
    return (parts.get(0).isEmpty() || parts.get(0).equals(element))
        && classes.containsAll(parts.subList(1, parts.size()));
  }

  /** The dark colours, for a file whose attributes hold the light ones. */
  static String dark() {
    return RULES.stream()
        .filter(rule -> rule.contains("var("))
        .map(rule -> resolved(rule, 1) + "\n")
        .collect(Collectors.joining("", "@media (prefers-color-scheme: dark) {\n", "}\n"));
  }
}
