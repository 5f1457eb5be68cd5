package dev.sessionbench.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.ResultFile;
import dev.sessionbench.report.ResultTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds strategies to the committed measurements of the pools that are named after them. */
class PoolsHeldTest {
  /** The percent by which each metric may differ from virtual time. */
  private static final Map<String, Double> LIMITS =
      Map.of(
          CellResult.SCORE,
          5.0,
          "sessionsCreated",
          5.0,
          "acquireWaitP50",
          15.0,
          "acquireWaitP99",
          15.0);

  /** A difference of waits that two timers make. */
  private static final double TIMERS_MILLIS = 2.5;

  /** Larger differences, which docs/strategies.md explains: where, and the percent at most. */
  private static final Map<String, Double> EXPLAINED =
      Map.of(
          "(?!hikaricp).* steadyIncrease .* score", 11.0,
          "agroal (burstBelowMax|described) .* score", 8.0,
          "(?!hikaricp|agroal).* burstRead 100-to-400 score", 11.0,
          "(tomcat-jdbc|vibur|reactor-pool) burstRead 100-to-400 acquireWaitP99", 32.0,
          "dbcp2 .* 100-to-400 acquireWaitP99", 39.0,
          "dbcp2 described 10-to-100-at-2-s acquireWaitP50", 18.0,
          "(vibur|hikaricp) described 100-to-400 acquireWaitP99", 17.0,
          "c3p0 described .* acquireWaitP(50|99)", 84.0,
          "c3p0 burstBelowMax 10-to-100 acquireWaitP99", 21.0,
          "agroal described 100-to-400 acquireWaitP50", Double.POSITIVE_INFINITY);

  private static double limitOf(String metric) {
    return Objects.requireNonNull(LIMITS.get(metric));
  }

  /** The difference of a metric from virtual time, in percent. */
  record Difference(String cell, String metric, double percent) {
    static Stream<Difference> of(String file, CellResult real) {
      String cell =
          "%s %s %s".formatted(real.key().params().get("strategy"), real.key().method(), file);
      CellResult virtual = new SimulatedResults().result(CellGrid.requirePlayed(real), 1);
      return LIMITS.keySet().stream()
          .map(metric -> new Difference(cell, metric, percent(metric, real, virtual)));
    }

    private static double percent(String metric, CellResult real, CellResult virtual) {
      double played = virtual.metric(metric).orElseThrow().score();
      double off = Math.abs(ResultTables.median(real, metric) - played);
      boolean timers = metric.startsWith("acquireWait") && off <= TIMERS_MILLIS;
      return timers ? 0 : 100 * off / played;
    }

    double limit() {
      return EXPLAINED.entrySet().stream()
          .filter(explained -> isAt(explained.getKey()))
          .mapToDouble(Map.Entry::getValue)
          .findFirst()
          .orElse(limitOf(metric));
    }

    boolean isAt(String where) {
      return (cell + " " + metric).matches(where);
    }
  }

  static List<Difference> differences() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("results/pools"))) {
      return files
          .filter(file -> file.toString().endsWith(".json.gz"))
          .flatMap(
              file ->
                  ResultFile.read(file).stream()
                      .flatMap(
                          real ->
                              Difference.of(
                                  file.getFileName().toString().replace(".json.gz", ""), real)))
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("differences")
  void aStrategyCostsWhatItsPoolCosts(Difference difference) {
    assertThat(difference.percent).isLessThanOrEqualTo(difference.limit());
  }

  @Test
  void everyExplanationIsNeeded() throws IOException {
    List<Difference> all = differences();
    EXPLAINED.forEach(
        (where, percent) ->
            assertThat(all)
                .as(where)
                .anyMatch(one -> one.isAt(where) && one.percent > limitOf(one.metric)));
  }
}
