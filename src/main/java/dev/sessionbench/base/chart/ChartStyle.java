package dev.sessionbench.base.chart;

import dev.sessionbench.base.text.Resource;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The style sheet of charts, for a page or within a file. */
final class ChartStyle {
  static final String CSS = Resource.text(Chart.class, "chart.css");

  private static final Pattern COLOURS = Pattern.compile(":root \\{([^}]*)}");
  private static final Pattern COLOUR = Pattern.compile("(--\\w+): ([^;]+);");
  private static final Pattern VARIABLE = Pattern.compile("var\\((--\\w+)\\)");

  private ChartStyle() {}

  /**
   * The rules of light, and those of dark that differ. They use no variables, which plain renderers
   * such as librsvg ignore: they would draw everything black.
   */
  static String standalone() {
    return "%s@media (prefers-color-scheme: dark) {\n%s}\n"
        .formatted(rules("", 0), rules("var(", 1));
  }

  private static String rules(String containing, int palette) {
    String block = COLOURS.matcher(CSS).results().skip(palette).findFirst().orElseThrow().group(1);
    Map<String, String> colours =
        COLOUR
            .matcher(block)
            .results()
            .collect(Collectors.toMap(found -> found.group(1), found -> found.group(2)));
    return CSS.lines()
        .filter(line -> line.startsWith(".chart") && line.contains(containing))
        .map(rule -> VARIABLE.matcher(rule).replaceAll(name -> colours.get(name.group(1))) + "\n")
        .collect(Collectors.joining());
  }
}
