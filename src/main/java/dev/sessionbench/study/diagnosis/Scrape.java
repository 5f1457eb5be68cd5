package dev.sessionbench.study.diagnosis;

import com.google.common.primitives.Doubles;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Nanos;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The metrics of one process at one moment.
 *
 * <p>Names depend on the exporter. OpenTelemetry's {@code spanner/gfe_latency} of unit {@code ms}
 * becomes {@code spanner_gfe_latency_milliseconds} in Prometheus. OpenCensus puts {@code
 * cloud_google_com_java_} in front. So a metric is identified by the end of its name, without its
 * unit.
 *
 * @param name its name in messages
 * @param atSeconds when it was made, in seconds since an arbitrary moment
 * @param points its values
 */
public record Scrape(String name, double atSeconds, List<MetricPoint> points) {
  /** A line: name, labels, value and time stamp. */
  private static final Pattern LINE =
      Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:./]*)(?:\\{(.*)})?\\s+(\\S+)(?:\\s+(-?[0-9.eE+]+))?");

  private static final Pattern LABEL =
      Pattern.compile("\\s*([a-zA-Z_][a-zA-Z0-9_]*)\\s*=\\s*\"((?:[^\"\\\\]|\\\\.)*)\"\\s*,?");

  private static final Pattern ESCAPE = Pattern.compile("\\\\(.)");

  /** The end of a line of OpenMetrics: a trace as an example. */
  private static final Pattern EXEMPLAR = Pattern.compile("\\s+# \\{.*$");

  private static final Pattern SUFFIX =
      Pattern.compile("(_milliseconds|_seconds|_ms|_s|_ratio|_1)?(_total|_sum|_count)?$");

  private static final String CLIENT = "client_id";

  /**
   * Labels that identify a client. The client numbers its ids for each database, so the first is
   * always client-1.
   */
  private static final List<String> IDENTITY = List.of("instance_id", "database", CLIENT);

  /**
   * Reads an export.
   *
   * @param name its name in messages
   * @param text the text format of Prometheus
   * @param atSeconds when it was made, if its lines do not say
   * @throws BadInput if it is something else, or its time is unknown
   */
  public static Scrape parse(String name, String text, OptionalDouble atSeconds) {
    List<MetricPoint> points = points(name, text);
    OptionalDouble stamped =
        points.stream().mapToDouble(MetricPoint::atSeconds).filter(Double::isFinite).max();
    BadInput.when(
        stamped.isEmpty() && atSeconds.isEmpty(),
        "%s: its lines have no time stamps; say with --every how many seconds lie between the scrapes",
        name);
    return new Scrape(name, stamped.orElseGet(atSeconds::orElseThrow), points);
  }

  /** Reads an export that has just been fetched; ignores the time in its lines. */
  public static Scrape at(String name, String text, double atSeconds) {
    return new Scrape(name, atSeconds, points(name, text));
  }

  /**
   * The metrics of one client and of its process.
   *
   * @param client the client, as in {@link #clients()}
   * @param several whether the process has other clients; calls without a client are then left out
   */
  Scrape of(String client, boolean several) {
    Predicate<MetricPoint> own =
        p -> isOfClient(p) ? client(p).equals(client) : !several || p.method().isEmpty();
    return new Scrape(name, atSeconds, points.stream().filter(own).toList());
  }

  private static boolean isOfClient(MetricPoint point) {
    return point.labels().containsKey(CLIENT);
  }

  private static String client(MetricPoint point) {
    Stream<String> labels = IDENTITY.stream().map(point::label).filter(label -> !label.isEmpty());
    return isOfClient(point) ? labels.collect(Collectors.joining("/")) : "";
  }

  /** The clients that export the metrics of a pool, as {@code INSTANCE/DATABASE/ID}. */
  TreeSet<String> clients() {
    return points.stream()
        .filter(point -> isOf(point, "max_allowed_sessions"))
        .map(Scrape::client)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Whether a value belongs to a metric; the buckets of a histogram do not. */
  private static boolean isOf(MetricPoint point, String metric) {
    String name = point.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "_");
    String base = SUFFIX.matcher(name).replaceFirst("");
    return base.equals(metric) || base.endsWith("_" + metric);
  }

  /** The sum of a metric's values; NaN if there are none. */
  double sum(String metric, Predicate<MetricPoint> which) {
    return points.stream()
        .filter(point -> isOf(point, metric))
        .filter(which)
        .map(MetricPoint::value)
        .filter(Double::isFinite)
        .reduce(Double::sum)
        .orElse(Double.NaN);
  }

  /** The sum of one part of a histogram, {@code _sum} or {@code _count}. */
  double sum(String metric, String part, Predicate<MetricPoint> which) {
    return sum(metric, which.and(point -> point.name().endsWith(part)));
  }

  /** The sum of the first of some metrics that has values; NaN if none has. */
  double sum(String... metrics) {
    return Arrays.stream(metrics)
        .map(metric -> sum(metric, point -> true))
        .filter(Double::isFinite)
        .findFirst()
        .orElse(Double.NaN);
  }

  /**
   * Reads an export.
   *
   * @param name its name in messages
   * @param text its text
   * @return its values
   * @throws BadInput naming the line that cannot be read
   */
  private static List<MetricPoint> points(String name, String text) {
    boolean openMetrics = text.stripTrailing().endsWith("# EOF");
    List<MetricPoint> points = new ArrayList<>();
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = EXEMPLAR.matcher(lines.get(i)).replaceFirst("").strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        points.add(point(name + ":" + (i + 1), line, openMetrics));
      }
    }
    BadInput.when(
        points.isEmpty(), "%s: holds no metrics; expected the text format of Prometheus", name);
    return points;
  }

  private static MetricPoint point(String place, String line, boolean openMetrics) {
    Matcher matcher = LINE.matcher(line);
    BadInput.when(
        !matcher.matches(),
        "%s: is no metric; expected as in the text format of Prometheus: name{label=\"value\"} 1",
        place);
    String stamp = Objects.requireNonNullElse(matcher.group(4), "NaN");
    return new MetricPoint(
        matcher.group(1),
        labels(place, Objects.requireNonNullElse(matcher.group(2), "")),
        number(place, matcher.group(3)),
        number(place, stamp) / (openMetrics ? 1 : Nanos.MILLIS_PER_SECOND));
  }

  private static Map<String, String> labels(String place, String text) {
    Map<String, String> labels = new HashMap<>();
    Matcher label = LABEL.matcher(text);
    while (label.find()) {
      // Each escape by itself: the n after an escaped backslash is no line feed.
      String value =
          ESCAPE
              .matcher(label.group(2))
              .replaceAll(
                  escape ->
                      escape.group(1).equals("n")
                          ? "\n"
                          : Matcher.quoteReplacement(escape.group(1)));
      labels.put(label.group(1), value);
    }
    String rest = label.replaceAll("");
    BadInput.when(!rest.isBlank(), "%s: labels must be as in {name=\"value\"}", place);
    return labels;
  }

  private static double number(String place, String text) {
    String java = text.replace("Inf", "Infinity").replace("Nan", "NaN");
    return Optional.ofNullable(Doubles.tryParse(java))
        .orElseThrow(() -> new BadInput(place + ": " + text + " is no number"));
  }

  /**
   * One line of an export.
   *
   * @param name the metric's name in that line
   * @param labels its labels
   * @param value its value
   * @param atSeconds its time stamp, in seconds since 1970; NaN if it has none
   */
  public record MetricPoint(
      String name, Map<String, String> labels, double value, double atSeconds) {
    String label(String key) {
      return labels.getOrDefault(key, "");
    }

    /**
     * The method of a call; empty for other metrics. The label is {@code grpc_method} in gRPC's
     * metrics and {@code method} in the client's.
     */
    String method() {
      return labels.getOrDefault("grpc_method", label("method"));
    }
  }
}
