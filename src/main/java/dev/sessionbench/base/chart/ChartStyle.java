package dev.sessionbench.base.chart;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;

import dev.sessionbench.base.text.Escape;
import dev.sessionbench.base.text.Resource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The style sheet of charts. A page includes it. A file carries its light colours as attributes,
 * because some renderers read no style sheet and would draw everything black.
 */
final class ChartStyle {
  static final String CSS = Resource.text(Chart.class, "chart.css");

  private static final Pattern COLOURS = Pattern.compile(":root \\{([^}]*)}");
  private static final Pattern DECLARATION = Pattern.compile("([\\w-]+): ([^;]+);");
  private static final Pattern VARIABLE = Pattern.compile("var\\((--\\w+)\\)");
  private static final Pattern ELEMENT = Pattern.compile("<(\\w+) (?:[^>]*? )?class=\"([^\"]*)\"");
  private static final List<String> LIGHT = rules(0);

  private ChartStyle() {}

  /** The rules of a palette, 0 for light and 1 for dark, each a line without variables. */
  private static List<String> rules(int palette) {
    Map<String, String> colours =
        declarations(
            COLOURS.matcher(CSS).results().skip(palette).findFirst().orElseThrow().group(1));
    return CSS.lines()
        .filter(line -> line.startsWith(".chart"))
        .map(rule -> VARIABLE.matcher(rule).replaceAll(name -> colours.get(name.group(1))))
        .toList();
  }

  private static Map<String, String> declarations(String block) {
    return DECLARATION
        .matcher(block)
        .results()
        .collect(toMap(d -> d.group(1), d -> d.group(2), (a, b) -> b, LinkedHashMap::new));
  }

  /** The style sheet of a file: the rules that differ in the dark. */
  static String dark() {
    List<String> rules = new ArrayList<>(rules(1));
    rules.removeAll(LIGHT);
    return "@media (prefers-color-scheme: dark) {\n%s\n}\n".formatted(String.join("\n", rules));
  }

  /** A drawing whose elements carry what their classes set in light. */
  static String withAttributes(String svg) {
    return ELEMENT
        .matcher(svg)
        .replaceAll(found -> Matcher.quoteReplacement(found.group() + attributes(found)));
  }

  private static String attributes(MatchResult element) {
    List<String> classes = List.of(element.group(2).split(" ", -1));
    Map<String, String> attributes = new LinkedHashMap<>();
    for (String rule : LIGHT) {
      int block = rule.indexOf('{');
      if (Stream.of(rule.substring(0, block).split(",", -1))
          .anyMatch(selector -> applies(selector.strip(), element.group(1), classes))) {
        attributes.putAll(declarations(rule.substring(block)));
      }
    }
    return attributes.entrySet().stream()
        .map(one -> " %s=\"%s\"".formatted(one.getKey(), Escape.markup(one.getValue())))
        .collect(joining());
  }

  private static boolean applies(String selector, String element, List<String> classes) {
    List<String> parts = List.of(selector.replaceFirst("^\\.chart ", "").split("\\.", -1));
    return (parts.get(0).isEmpty() || parts.get(0).equals(element))
        && classes.containsAll(parts.subList(1, parts.size()));
  }
}
