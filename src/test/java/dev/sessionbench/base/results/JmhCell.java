package dev.sessionbench.base.results;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Builds one result of a JMH file as a tree, which tests change as they need. */
public final class JmhCell {
  private final ObjectNode root = JsonNodeFactory.instance.objectNode();

  private JmhCell(String method) {
    root.put("jmhVersion", "1.37");
    root.put("benchmark", "a.B." + method);
    root.put("mode", "ss");
    root.put("threads", 1);
    root.put("forks", 0);
    root.putArray("jvmArgs").add("-Xmx1g");
    root.put("jdkVersion", "17.0.13");
    root.put("vmName", "OpenJDK");
    root.putObject("params");
    metric(root.putObject("primaryMetric"), "ms/op");
    root.putObject("secondaryMetrics");
  }

  /** A cell of the method {@code a.B.method} in single-shot mode, without values. */
  public static JmhCell of(String method) {
    return new JmhCell(method);
  }

  /**
   * A number of values with three decimals, 0 to 9 % above a centre, in an order without a trend.
   */
  public static double[] about(double centre, int n) {
    return IntStream.range(0, n)
        .mapToDouble(i -> Math.round(centre * (1000 + i * 7 % 10 * 10)) / 1000.0)
        .toArray();
  }

  /** One value, repeated. */
  public static double[] constant(double value, int n) {
    return DoubleStream.generate(() -> value).limit(n).toArray();
  }

  /** Writes cells as a file, in JMH's format. */
  public static String write(Path folder, String name, JmhCell... cells) throws IOException {
    return Files.writeString(folder.resolve(name), Arrays.asList(cells).toString()).toString();
  }

  /** This cell with a parameter. */
  public JmhCell param(String name, Object value) {
    ((ObjectNode) root.get("params")).put(name, value.toString());
    return this;
  }

  /** This cell with the start and commit of its run. */
  public JmhCell measured(String startedAt, String gitCommit) {
    root.putObject("environment").put("startedAt", startedAt).put("gitCommit", gitCommit);
    return this;
  }

  /** This cell in another mode. */
  public JmhCell mode(String mode, String unit) {
    root.put("mode", mode);
    primary().put("scoreUnit", unit);
    return this;
  }

  /** This cell with one fork of one iteration for each value. */
  public JmhCell times(double... values) {
    root.put("forks", values.length);
    forks((ArrayNode) primary().get("rawData"), values);
    return this;
  }

  /** This cell with one more fork, of these iterations. */
  public JmhCell fork(double... iterations) {
    ArrayNode fork = ((ArrayNode) primary().get("rawData")).addArray();
    Arrays.stream(iterations).forEach(fork::add);
    return this;
  }

  /** This cell with a secondary metric: one fork of one iteration for each value. */
  public JmhCell secondary(String name, String unit, double... values) {
    ObjectNode metric = ((ObjectNode) root.get("secondaryMetrics")).putObject(name);
    metric(metric, unit);
    forks((ArrayNode) metric.get("rawData"), values);
    return this;
  }

  /** This cell with a secondary metric: one fork for each array, one iteration for each value. */
  public JmhCell iterations(String name, String unit, double[]... forks) {
    secondary(name, unit);
    ArrayNode rawData = (ArrayNode) root.at("/secondaryMetrics/" + name + "/rawData");
    for (double[] fork : forks) {
      ArrayNode iterations = rawData.addArray();
      Arrays.stream(fork).forEach(iterations::add);
    }
    return this;
  }

  /** This cell with the RPC count that our benchmarks report. */
  public JmhCell rpcs(int count, int forks) {
    return secondary("numBatchCreateSessionsRpcs", "#", constant(count, forks));
  }

  /** The tree. */
  public ObjectNode root() {
    return root;
  }

  /** The primary metric's tree. */
  public ObjectNode primary() {
    return (ObjectNode) root.get("primaryMetric");
  }

  /** The cell as JSON. */
  @Override
  public String toString() {
    return root.toString();
  }

  private static void metric(ObjectNode metric, String unit) {
    metric.put("score", 1.0).put("scoreError", "NaN").put("scoreUnit", unit);
    metric.putArray("rawData");
  }

  private static void forks(ArrayNode rawData, double[] values) {
    Arrays.stream(values).forEach(value -> rawData.addArray().add(value));
  }
}
