package dev.sessionbench.docs;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The benchmarks that JMH knows, and their parameters. */
final class JmhBenchmarks {
  private static final List<String> NOT_OURS = List.of("^com\\.google\\.");

  private JmhBenchmarks() {}

  /**
   * The parameters of benchmarks.
   *
   * @param patterns regular expressions, one of which a benchmark's name must match
   * @return the default values of each parameter that one of them has; empty if none matches
   */
  static Map<String, List<String>> parameters(List<String> patterns) {
    Map<String, List<String>> parameters = new TreeMap<>();
    OutputFormat silent =
        OutputFormatFactory.createFormatInstance(
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
            VerboseMode.SILENT);
    BenchmarkList.defaultList()
        .find(silent, patterns, NOT_OURS)
        .forEach(
            benchmark -> {
              Map<String, String[]> own = benchmark.getParams().orElse(Map.of());
              own.forEach((name, values) -> parameters.putIfAbsent(name, List.of(values)));
            });
    return parameters;
  }
}
