package dev.sessionbench;

import static dev.sessionbench.study.exhaustion.ExhaustionPlan.AGENTS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

class ExhaustionBenchmarkTest {
  private static final String NAME = ExhaustionBenchmark.class.getName() + ".leaderboard";

  private static double metric(RunResult result, String name) {
    return Objects.requireNonNull(result.getSecondaryResults().get(name)).getScore();
  }

  @Test
  void moreAgentsThanSessionsSufficeForWait() throws RunnerException {
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .include(NAME)
                    .addProfiler(InvocationMetricsProfiler.class)
                    .param("scenario", "0")
                    .param("agents", "12")
                    .param("rounds", "2")
                    .param("networkMillis", "100")
                    .param("minSessions", "4")
                    .param("maxSessions", "4")
                    .warmupIterations(0)
                    .measurementIterations(1)
                    .forks(0)
                    .shouldFailOnError(true)
                    .verbosity(VerboseMode.SILENT)
                    .build())
            .run();
    assertThat(results).hasSize(1);
    RunResult result = results.iterator().next();
    assertThat(metric(result, "throughput")).isPositive();
    assertThat(metric(result, "readP99")).isGreaterThan(metric(result, "api"));
    assertThat(metric(result, "inUse")).isBetween(0.1, 4.0);
    // Twelve agents that each hold a session half of the time need six sessions.
    assertThat(metric(result, "waited")).isGreaterThan(20);
  }

  private static Map<String, String> given(String scenario, String agents) {
    Map<String, String> given =
        new TreeMap<>(Map.of("scenario", scenario, "agents", agents, "rounds", "1", "seed", "1"));
    given.putAll(Map.of("minSessions", "4", "maxSessions", "8", "incStep", "1"));
    given.putAll(Map.of("numChannels", "1", "networkMillis", "0"));
    return given;
  }

  @Test
  void scenarioHasTheAgentsOfTheStudy() {
    assertThat(ExhaustionState.plan(given("9", "0")).settings().get(AGENTS)).containsExactly(600);
    assertThat(ExhaustionState.plan(given("0", "7")).settings().get(AGENTS)).containsExactly(7);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          10 | 0 | scenario=10: must be from 1 to 9, or 0 with a number of agents
          -1 | 5 | scenario=-1: must be from 1 to 9, or 0 with a number of agents
          0  | 0 | agents=0: must be a list, each a whole number from 1 to 2000
          3  | 5 | agents=5: the scenario has agents of its own; scenario=0 would do
          x  | 0 | scenario=x: must be from 1 to 9, or 0 with a number of agents
          """)
  void invalidScenarioIsRefused(String scenario, String agents, String message) {
    assertThatThrownBy(() -> new ExhaustionSupport().check(NAME, given(scenario, agents)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }
}
