package dev.sessionbench.study.diagnosis;

import dev.sessionbench.base.model.BadInput;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The metrics of one process at one moment.
 *
 * <p>Names differ by the way that they went: OpenTelemetry's {@code spanner/gfe_latency} of unit
 * {@code ms} becomes {@code spanner_gfe_latency_milliseconds} in Prometheus, and OpenCensus puts
 * {@code cloud_google_com_java_} before it. So a metric is known by the end of its name, its unit
 * aside.
 *
 * @param name how messages name it
 * @param atSeconds when it was made, in seconds since any moment
 * @param points its values
 */
public record Scrape(String name, double atSeconds, List<MetricPoint> points) {
  /** What stands behind a name: units, and the parts of a histogram. */
  private static final Pattern SUFFIX =
      Pattern.compile("(_milliseconds|_seconds|_ms|_s|_ratio|_1)?(_total|_sum|_count)?$");

  private static final String CLIENT = "client_id";

  /** The client numbers its ids for each database anew: that of the first is always client-1. */
  private static final List<String> IDENTITY = List.of("instance_id", "database", CLIENT);

  /** Copies the points. */
  public Scrape {
    points = List.copyOf(points);
  }

  /**
   * Reads an export.
   *
   * @param name how messages name it
   * @param text the text format of Prometheus
   * @param atSeconds when it was made, where its lines do not tell
   * @throws BadInput if it is something else, or nobody tells when it was made
   */
  public static Scrape parse(String name, String text, OptionalDouble atSeconds) {
    List<MetricPoint> points = Exposition.parse(name, text);
    OptionalDouble told =
        points.stream()
            .flatMap(point -> point.atSeconds().stream().boxed())
            .mapToDouble(at -> at)
            .max();
    return new Scrape(
        name,
        told.orElseGet(
            () ->
                atSeconds.orElseThrow(
                    () ->
                        new BadInput(
                            name
                                + ": its lines have no time stamps; say with --every how many"
                                + " seconds lie between the scrapes"))),
        points);
  }

  /**
   * The same of an export that has just been read; what its lines say of the time is left aside.
   */
  public static Scrape at(String name, String text, double atSeconds) {
    return new Scrape(name, atSeconds, Exposition.parse(name, text));
  }

  /** The same metrics of one client only, and those that are of no client. */
  Scrape of(String client) {
    return new Scrape(
        name,
        atSeconds,
        points.stream()
            .filter(point -> !isOfClient(point) || client(point).equals(client))
            .toList());
  }

  /** Whether a value tells of which client it is. */
  static boolean isOfClient(MetricPoint point) {
    return point.labels().containsKey(CLIENT);
  }

  private static String client(MetricPoint point) {
    return isOfClient(point)
        ? IDENTITY.stream()
            .map(point::label)
            .filter(label -> !label.isEmpty())
            .collect(Collectors.joining("/"))
        : "";
  }

  /** The clients that export the metrics of a pool, as {@code INSTANCE/DATABASE/ID}. */
  TreeSet<String> clients() {
    TreeSet<String> clients = new TreeSet<>();
    points.stream()
        .filter(point -> isOf(point, "max_allowed_sessions"))
        .forEach(point -> clients.add(client(point)));
    return clients;
  }

  /** Whether a value belongs to a metric; of a histogram any part but its buckets does. */
  static boolean isOf(MetricPoint point, String metric) {
    String name = point.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "_");
    String base = SUFFIX.matcher(name).replaceFirst("");
    return base.equals(metric) || base.endsWith("_" + metric);
  }

  /** The sum of a metric's values. */
  OptionalDouble sum(String metric, Predicate<MetricPoint> which) {
    double[] values =
        points.stream()
            .filter(point -> isOf(point, metric))
            .filter(which)
            .mapToDouble(MetricPoint::value)
            .filter(Double::isFinite)
            .toArray();
    return values.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(java.util.Arrays.stream(values).sum());
  }

  OptionalDouble sum(String metric) {
    return sum(metric, point -> true);
  }
}
