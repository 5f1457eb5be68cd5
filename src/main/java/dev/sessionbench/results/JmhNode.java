package dev.sessionbench.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads one result object leniently: what identifies and what was measured must be there, what only
 * describes the run may be missing and is then empty.
 *
 * @param place how messages name the object
 * @param node the object
 */
record JmhNode(String place, JsonNode node) {

  CellResult result() {
    if (!node.isObject()) {
      throw new ResultFileException(place + ": expected an object, found " + kind(node));
    }
    String benchmark = requiredText("benchmark");
    String mode = requiredText("mode");
    JmhNode primary = child("primaryMetric");
    Map<String, Metric> secondary = new LinkedHashMap<>();
    node.path("secondaryMetrics")
        .fieldNames()
        .forEachRemaining(
            name -> secondary.put(name, child("secondaryMetrics").child(name).metric()));
    return new CellResult(
        text("jmhVersion"),
        benchmark,
        mode,
        node.path("threads").asInt(1),
        node.path("forks").asInt(0),
        text("jvm"),
        strings("jvmArgs"),
        text("jdkVersion"),
        text("vmName"),
        text("vmVersion"),
        node.path("warmupIterations").asInt(0),
        text("warmupTime"),
        node.path("warmupBatchSize").asInt(1),
        node.path("measurementIterations").asInt(0),
        text("measurementTime"),
        node.path("measurementBatchSize").asInt(1),
        params(),
        primary.metric(),
        secondary,
        environment(),
        forkConditions());
  }

  private Metric metric() {
    Map<String, Double> percentiles = new LinkedHashMap<>();
    node.path("scorePercentiles")
        .properties()
        .forEach(e -> percentiles.put(e.getKey(), number("scorePercentiles", e.getValue())));
    List<Double> confidence = new ArrayList<>();
    node.path("scoreConfidence").forEach(value -> confidence.add(number("scoreConfidence", value)));
    return new Metric(
        number("score", required("score")),
        node.has("scoreError") ? number("scoreError", node.get("scoreError")) : Double.NaN,
        confidence,
        percentiles,
        requiredText("scoreUnit"),
        rawData());
  }

  /**
   * The values of each fork. An iteration of SampleTime is a histogram; its median stands for it.
   */
  private List<List<Double>> rawData() {
    boolean histogram = !node.has("rawData") && node.has("rawDataHistogram");
    String key = histogram ? "rawDataHistogram" : "rawData";
    JsonNode raw = required(key);
    if (!raw.isArray()) {
      throw wrong(key, "an array of forks", raw);
    }
    List<List<Double>> forks = new ArrayList<>();
    for (JsonNode fork : raw) {
      if (!fork.isArray()) {
        throw wrong(key, "an array of iterations", fork);
      }
      List<Double> values = new ArrayList<>();
      for (JsonNode iteration : fork) {
        values.add(histogram ? histogramMedian(iteration) : number(key, iteration));
      }
      forks.add(values);
    }
    return forks;
  }

  /** The lower median of pairs of value and count; JMH writes them in ascending order. */
  private double histogramMedian(JsonNode pairs) {
    if (!pairs.isArray()) {
      throw wrong("rawDataHistogram", "an array of pairs", pairs);
    }
    long total = 0;
    for (JsonNode pair : pairs) {
      if (!pair.isArray() || pair.size() != 2 || !pair.get(1).canConvertToLong()) {
        throw wrong("rawDataHistogram", "pairs of value and count", pair);
      }
      total += pair.get(1).asLong();
    }
    long below = 0;
    for (JsonNode pair : pairs) {
      below += pair.get(1).asLong();
      if (2 * below >= total) {
        return number("rawDataHistogram", pair.get(0));
      }
    }
    return Double.NaN;
  }

  private double number(String key, JsonNode value) {
    if (value.isNumber()) {
      return value.doubleValue();
    }
    // JSON has no such numbers; JMH writes them as strings.
    return switch (value.asText()) {
      case "NaN" -> Double.NaN;
      case "Infinity", "+INF" -> Double.POSITIVE_INFINITY;
      case "-Infinity", "-INF" -> Double.NEGATIVE_INFINITY;
      default -> throw wrong(key, "a number", value);
    };
  }

  private JsonNode required(String key) {
    JsonNode value = node.get(key);
    if (value == null || value.isNull()) {
      throw new ResultFileException(place + ": not a JMH result: no \"" + key + "\"");
    }
    return value;
  }

  private String requiredText(String key) {
    JsonNode value = required(key);
    if (!value.isTextual()) {
      throw wrong(key, "a string", value);
    }
    return value.asText();
  }

  private JmhNode child(String key) {
    return new JmhNode(place + ": " + key, required(key));
  }

  private String text(String key) {
    return node.path(key).asText("");
  }

  private List<String> strings(String key) {
    List<String> values = new ArrayList<>();
    node.path(key).forEach(value -> values.add(value.asText()));
    return values;
  }

  private @Nullable Map<String, String> params() {
    if (!node.path("params").isObject()) {
      return null;
    }
    Map<String, String> params = new LinkedHashMap<>();
    node.path("params").properties().forEach(e -> params.put(e.getKey(), e.getValue().asText()));
    return params;
  }

  private @Nullable Environment environment() {
    JsonNode e = node.path("environment");
    if (!e.isObject()) {
      return null;
    }
    return new Environment(
        known(e, "jdk"),
        known(e, "vm"),
        known(e, "os"),
        known(e, "cpuModel"),
        e.path("cores").asInt(0),
        known(e, "clientVersion"),
        known(e, "gitCommit"),
        known(e, "dirty"),
        known(e, "seed"),
        e.path("orderSeed").asLong(0),
        known(e, "startedAt"));
  }

  private static String known(JsonNode environment, String key) {
    return environment.path(key).asText(Environment.UNKNOWN);
  }

  private ResultFileException wrong(String key, String expected, JsonNode found) {
    return new ResultFileException(
        "%s: %s: expected %s, found %s".formatted(place, key, expected, kind(found)));
  }

  private @Nullable List<ForkConditions> forkConditions() {
    if (!node.path("forkConditions").isArray()) {
      return null;
    }
    List<ForkConditions> conditions = new ArrayList<>();
    for (JsonNode fork : node.path("forkConditions")) {
      conditions.add(
          new ForkConditions(
              fork.path("startedAt").asText(Environment.UNKNOWN),
              fork.path("position").asInt(0),
              known(fork.path("loadBefore")),
              known(fork.path("stealPercent")),
              known(fork.path("cpuByOthersPercent"))));
    }
    return conditions;
  }

  private double known(JsonNode figure) {
    return figure.isMissingNode() ? Double.NaN : number("forkConditions", figure);
  }

  /** What a node is, in words. */
  static String kind(JsonNode node) {
    return "a JSON " + node.getNodeType().toString().toLowerCase(Locale.ROOT);
  }
}
