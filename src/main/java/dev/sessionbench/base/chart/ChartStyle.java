package dev.sessionbench.base.chart;

import dev.sessionbench.base.text.Resource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The style sheet of charts, read so that a file can carry its colours as attributes: plain
 * renderers such as librsvg know no variables and would draw all of it black.
 */
final class ChartStyle {
  static final String CSS = Resource.text(Chart.class, "chart.css");

  private static final Pattern RULE = Pattern.compile("([^{}]+)\\{([^{}]*)}");
  private static final Pattern VARIABLE = Pattern.compile("var\\((--\\w+)\\)");
  private static final List<Rule> RULES =
      RULE.matcher(CSS)
          .results()
          .map(found -> new Rule(found.group(1).strip(), declarations(found.group(2))))
          .toList();

  /** The variables of light, of dark and of print, in this order. */
  private static final List<Map<String, String>> PALETTES =
      RULES.stream()
          .filter(rule -> rule.selector.equals(":root"))
          .map(rule -> rule.declarations)
          .toList();

  private ChartStyle() {}

  private record Rule(String selector, Map<String, String> declarations) {
    boolean applies(String element, List<String> classes) {
      return Stream.of(selector.split(",", -1))
          .map(one -> one.strip().replaceFirst("^\\.chart ", ""))
          .map(one -> List.of(one.split("\\.", -1)))
          .anyMatch(
              one ->
                  (one.get(0).isEmpty() || one.get(0).equals(element))
                      && classes.containsAll(one.subList(1, one.size())));
    }

    String resolved(int palette) {
      List<String> lines = new ArrayList<>();
      declarations.forEach(
          (name, value) -> lines.add(name + ": " + ChartStyle.resolved(value, palette)));
      return "%s { %s; }\n".formatted(selector, String.join("; ", lines));
    }
  }

  private static Map<String, String> declarations(String block) {
    Map<String, String> declarations = new LinkedHashMap<>();
    for (String declaration : block.split(";", -1)) {
      int colon = declaration.indexOf(':');
      if (colon > 0) {
        declarations.put(
            declaration.substring(0, colon).strip(), declaration.substring(colon + 1).strip());
      }
    }
    return declarations;
  }

  private static String resolved(String value, int palette) {
    return VARIABLE
        .matcher(value)
        .replaceAll(name -> PALETTES.get(palette).getOrDefault(name.group(1), "none"));
  }

  /** What an element's classes say in light, by attribute. */
  static Map<String, String> attributes(String element, String classes) {
    Map<String, String> attributes = new LinkedHashMap<>();
    RULES.stream()
        .filter(rule -> rule.selector.startsWith(".chart"))
        .filter(rule -> rule.applies(element, List.of(classes.split(" ", -1))))
        .forEach(rule -> attributes.putAll(rule.declarations));
    attributes.replaceAll((name, value) -> resolved(value, 0));
    return attributes;
  }

  /** The colours of dark, for a file whose attributes are those of light. */
  static String dark() {
    return RULES.stream()
        .filter(rule -> rule.declarations.values().stream().anyMatch(v -> v.contains("var(")))
        .map(rule -> rule.resolved(1))
        .collect(Collectors.joining("", "@media (prefers-color-scheme: dark) {\n", "}\n"));
  }
}
