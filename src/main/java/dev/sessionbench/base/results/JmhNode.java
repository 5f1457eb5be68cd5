package dev.sessionbench.base.results;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sessionbench.base.model.BadInput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Reads one result object leniently. The cell's identity and the measured values are required.
 * Missing descriptions of the run become empty.
 *
 * @param place how messages name the object
 * @param node the object
 */
record JmhNode(String place, JsonNode node) {
  /** The values of keys that a result lacks. */
  private static final ObjectNode RESULT =
      defaults(
          """
          {"jmhVersion": "", "threads": 1, "forks": 0, "jvm": "", "jvmArgs": [], "jdkVersion": "",
           "vmName": "", "vmVersion": "", "warmupIterations": 0, "warmupTime": "",
           "warmupBatchSize": 1, "measurementIterations": 0, "measurementTime": "",
           "measurementBatchSize": 1, "environment": null}
          """);

  private static final ObjectNode ENVIRONMENT =
      defaults(
          """
          {"jdk": "unknown", "vm": "unknown", "os": "unknown", "cpuModel": "unknown", "cores": 0,
           "clientVersion": "unknown", "gitCommit": "unknown", "dirty": "unknown", "seed": "unknown",
           "orderSeed": 0, "startedAt": "unknown"}
          """);

  private static final ObjectNode CONDITIONS =
      defaults(
          """
          {"startedAt": "unknown", "position": 0, "loadBefore": "NaN", "stealPercent": "NaN",
           "cpuByOthersPercent": "NaN"}
          """);

  CellResult result() {
    BadInput.when(!node.isObject(), "%s: expected an object, found %s", place, kind(node));
    requiredText("benchmark");
    requiredText("mode");
    ObjectNode whole = filled(RESULT, node);
    whole.putPOJO("primaryMetric", child("primaryMetric").metric());
    ObjectNode secondary = whole.putObject("secondaryMetrics");
    node.path("secondaryMetrics")
        .fieldNames()
        .forEachRemaining(
            name -> secondary.putPOJO(name, child("secondaryMetrics").child(name).metric()));
    Map<String, String> said = new LinkedHashMap<>();
    node.path("params")
        .properties()
        .forEach(param -> said.put(param.getKey(), param.getValue().asText()));
    ObjectNode params = whole.putObject("params");
    ParameterCompletion.complete(requiredText("benchmark"), said).forEach(params::put);
    if (node.path("environment").isObject()) {
      whole.set("environment", filled(ENVIRONMENT, node.get("environment")));
    }
    ArrayNode conditions = whole.putArray("forkConditions");
    node.path("forkConditions").forEach(fork -> conditions.add(filled(CONDITIONS, fork)));
    return Json.bind(place, whole, CellResult.class);
  }

  private static ObjectNode defaults(String json) {
    return Json.parse("defaults", json, new TypeReference<>() {});
  }

  /** An object, its missing keys filled from defaults. */
  private static ObjectNode filled(ObjectNode defaults, JsonNode object) {
    ObjectNode whole = defaults.deepCopy();
    object.properties().stream()
        .filter(member -> !member.getValue().isNull())
        .forEach(member -> whole.set(member.getKey(), member.getValue()));
    return whole;
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

  /** The values of each fork. SampleTime writes an iteration as a histogram; its median is used. */
  private List<List<Double>> rawData() {
    boolean histogram = !node.has("rawData") && node.has("rawDataHistogram");
    String key = histogram ? "rawDataHistogram" : "rawData";
    List<List<Double>> forks = new ArrayList<>();
    for (JsonNode fork : array(key, "an array of forks", required(key))) {
      List<Double> values = new ArrayList<>();
      for (JsonNode iteration : array(key, "an array of iterations", fork)) {
        values.add(histogram ? histogramMedian(iteration) : number(key, iteration));
      }
      forks.add(values);
    }
    return forks;
  }

  /** The lower median of pairs of value and count; JMH writes them in ascending order. */
  private double histogramMedian(JsonNode pairs) {
    long total = 0;
    for (JsonNode pair : array("rawDataHistogram", "an array of pairs", pairs)) {
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

  private JsonNode array(String key, String expected, JsonNode value) {
    if (!value.isArray()) {
      throw wrong(key, expected, value);
    }
    return value;
  }

  private double number(String key, JsonNode value) {
    if (value.isNumber()) {
      return value.doubleValue();
    }
    // JMH writes numbers that JSON lacks as strings.
    return switch (value.asText()) {
      case "NaN" -> Double.NaN;
      case "Infinity", "+INF" -> Double.POSITIVE_INFINITY;
      case "-Infinity", "-INF" -> Double.NEGATIVE_INFINITY;
      default -> throw wrong(key, "a number", value);
    };
  }

  private JsonNode required(String key) {
    JsonNode value = node.get(key);
    BadInput.when(value == null || value.isNull(), "%s: not a JMH result: no \"%s\"", place, key);
    return Objects.requireNonNull(value);
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

  private BadInput wrong(String key, String expected, JsonNode found) {
    return new BadInput(
        "%s: %s: expected %s, found %s".formatted(place, key, expected, kind(found)));
  }

  /** The kind of a node, for error messages. */
  static String kind(JsonNode node) {
    return "a JSON " + node.getNodeType().toString().toLowerCase(Locale.ROOT);
  }
}
