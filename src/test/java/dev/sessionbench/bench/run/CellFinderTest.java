package dev.sessionbench.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.lab.strategy.Strategies;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.runner.BenchmarkList;

/** Uses the real list of benchmarks. */
class CellFinderTest {
  private static List<PlannedCell> find(String... arguments) {
    return new CellFinder(BenchmarkList.defaultList()).find(JmhArguments.parse(List.of(arguments)));
  }

  @Test
  void findsOnlyTheMainBenchmarkByDefault() {
    assertThat(find())
        .hasSize(32)
        .allMatch(
            cell -> cell.key().benchmark().startsWith("dev.sessionbench.SessionPoolBenchmark."));
  }

  @Test
  void findsOthersByName() {
    assertThat(find("MockServerBenchmark.executeStreamingSql", "-p", "transport=tcp"))
        .extracting(cell -> cell.key().params().get("server"))
        .containsExactlyInAnyOrder("ours", "theirs", "constant");
  }

  @ParameterizedTest
  @ValueSource(strings = {"server=mine", "transport=pigeon"})
  void refusesValuesThatTheRawLoadCannotRun(String parameter) {
    assertThatThrownBy(() -> find("MockServer", "-p", parameter))
        .isInstanceOf(BadInput.class)
        .hasMessageStartingWith(parameter + ": must be ");
  }

  @Test
  void cellsOnTheSuitesServerDoNotNameIt() {
    List<PlannedCell> cells = find("SessionPoolBenchmark.burstRead$", "-p", "incStep=25");
    assertThat(cells).hasSize(1);
    assertThat(cells.get(0).key().params())
        .containsKeys("transport", "port")
        .doesNotContainKey("server");
  }

  @Test
  void oneCallerIsTheDefaultOfSteadyIncrease() {
    assertThat(find("SessionPoolBenchmark.steadyIncrease", "-p", "concurrency=0,1"))
        .containsExactlyElementsOf(find("SessionPoolBenchmark.steadyIncrease"));
  }

  @Test
  void cellsOnAnotherServerNameOnlyThatServer() throws IOException {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String server = "localhost:" + other.getLocalPort();
      List<PlannedCell> cells =
          find(
              "SessionPoolBenchmark.burstRead$",
              "-p",
              "incStep=25",
              "-p",
              "server=" + server,
              "-p",
              "timeScale=1");
      assertThat(cells).hasSize(1);
      assertThat(cells.get(0).key().params())
          .containsEntry("server", server)
          .doesNotContainKeys("transport", "port", "costModel");
    }
  }

  @Test
  void sharedLoadNamesSelectTheMainBenchmarkWithoutAStrategy() {
    String main = "dev.sessionbench.SessionPoolBenchmark.burstRead";
    String ofRules = "dev.sessionbench.GrowthStrategyBenchmark.burstRead";
    assertThat(find("burstRead$")).hasSize(8).allMatch(cell -> cell.key().benchmark().equals(main));
    assertThat(find("burstRead$", "-p", "strategy=client,doubling"))
        .hasSize(2)
        .allMatch(cell -> cell.key().benchmark().equals(ofRules));
    assertThat(find("GrowthStrategyBenchmark.burstRead$", "-p", "timeScale=1"))
        // The client, and every strategy but the one that must know the load.
        .hasSize(Strategies.values().length)
        .allMatch(cell -> cell.key().benchmark().equals(ofRules));
    assertThat(find("poisson", "-p", "strategy=fixed-step")).hasSize(1);
  }

  @Test
  void clientWithoutAPoolIsNotSweptOverSteps() {
    assertThat(find("SessionPoolBenchmark", "-p", "client=6.123.0"))
        .hasSize(4)
        .noneMatch(cell -> cell.key().params().containsKey("incStep"));
    assertThat(find("SessionPoolBenchmark", "-p", "client=6.107.0")).hasSize(32);
  }

  @Test
  void writeFractionAppliesOnlyToClientsThatPrepareSessions() {
    // The suite's own client prepares no sessions, so all values give one cell.
    assertThat(find("burstRead$", "-p", "incStep=25", "-p", "writeFraction=0,0.2,1"))
        .singleElement()
        .satisfies(cell -> assertThat(cell.key().params()).doesNotContainKey("writeFraction"));
  }

  @Test
  void parametersApplyToTheirStrategiesAndUnusedOnesAreRefused() {
    assertThat(find("agents", "-p", "strategy=fixed-step,doubling", "-p", "incStep=1,10"))
        .extracting(cell -> cell.key().params().getOrDefault("incStep", "none"))
        .containsExactlyInAnyOrder("1", "10", "none");
    assertThatThrownBy(() -> find("agents", "-p", "strategy=doubling", "-p", "incStep=1"))
        .isInstanceOf(BadInput.class)
        .hasMessage(
            "-p incStep=1: means nothing to any of these benchmarks under the other parameters;"
                + " there are: agents, atMost, factor, holdMillis, maxBatch, thinkMillis,"
                + " turns");
  }
}
