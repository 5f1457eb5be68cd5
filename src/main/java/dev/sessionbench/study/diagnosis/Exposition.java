package dev.sessionbench.study.diagnosis;

import dev.sessionbench.base.model.BadInput;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text in which Prometheus and OpenMetrics export metrics: a line for each value, as in {@code
 * name{label="value"} 12.5 1700000000000}. The time stamp is in milliseconds by the former and in
 * seconds by the latter, which ends with {@code # EOF}.
 */
final class Exposition {
  private static final Pattern LINE =
      Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:./]*)(?:\\{(.*)})?\\s+(\\S+)(?:\\s+(-?[0-9.eE+]+))?");

  private static final Pattern LABEL =
      Pattern.compile("\\s*([a-zA-Z_][a-zA-Z0-9_]*)\\s*=\\s*\"((?:[^\"\\\\]|\\\\.)*)\"\\s*,?");

  /** What follows a value of OpenMetrics: a trace as an example. */
  private static final Pattern EXEMPLAR = Pattern.compile("\\s+# \\{.*$");

  private static final double MILLIS_PER_SECOND = 1000;

  private Exposition() {}

  /**
   * Reads an export.
   *
   * @param name how messages name it
   * @param text its text
   * @return its values
   * @throws BadInput naming the line that is none
   */
  static List<MetricPoint> parse(String name, String text) {
    boolean openMetrics = text.stripTrailing().endsWith("# EOF");
    List<MetricPoint> points = new ArrayList<>();
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = EXEMPLAR.matcher(lines.get(i)).replaceFirst("").strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        points.add(point(name + ":" + (i + 1), line, openMetrics));
      }
    }
    if (points.isEmpty()) {
      throw new BadInput(name + ": holds no metrics; expected the text format of Prometheus");
    }
    return points;
  }

  private static MetricPoint point(String place, String line, boolean openMetrics) {
    Matcher matcher = LINE.matcher(line);
    if (!matcher.matches()) {
      throw new BadInput(
          place
              + ": is no metric; expected as in the text format of Prometheus: name{label=\"value\"} 1");
    }
    String labels = matcher.group(2);
    String stamp = matcher.group(4);
    return new MetricPoint(
        matcher.group(1),
        labels == null ? Map.of() : labels(place, labels),
        number(place, matcher.group(3)),
        stamp == null
            ? OptionalDouble.empty()
            : OptionalDouble.of(number(place, stamp) / (openMetrics ? 1 : MILLIS_PER_SECOND)));
  }

  private static Map<String, String> labels(String place, String text) {
    Map<String, String> labels = new HashMap<>();
    Matcher matcher = LABEL.matcher(text);
    int at = 0;
    while (at < text.length() && matcher.find(at) && matcher.start() == at) {
      labels.put(matcher.group(1), unescaped(matcher.group(2)));
      at = matcher.end();
    }
    if (!text.substring(at).isBlank()) {
      throw new BadInput(place + ": labels must be as in {name=\"value\"}");
    }
    return labels;
  }

  private static String unescaped(String text) {
    return text.replace("\\n", "\n").replace("\\\"", "\"").replace("\\\\", "\\");
  }

  private static double number(String place, String text) {
    return switch (text) {
      case "+Inf", "Inf" -> Double.POSITIVE_INFINITY;
      case "-Inf" -> Double.NEGATIVE_INFINITY;
      case "NaN", "Nan" -> Double.NaN;
      default -> {
        try {
          yield Double.parseDouble(text);
        } catch (NumberFormatException e) {
          throw new BadInput(place + ": " + text + " is no number", e);
        }
      }
    };
  }
}
