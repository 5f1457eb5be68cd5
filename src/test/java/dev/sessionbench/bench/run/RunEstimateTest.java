package dev.sessionbench.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunEstimateTest {
  private static final String BENCHMARK = "dev.sessionbench.SessionPoolBenchmark.";
  private static final Map<String, String> POOL =
      Map.ofEntries(
          Map.entry("minSessions", "100"),
          Map.entry("maxSessions", "400"),
          Map.entry("incStep", "25"),
          Map.entry("numChannels", "4"),
          Map.entry("seed", "1"),
          Map.entry("operations", "0"),
          Map.entry("concurrency", "0"),
          Map.entry("transport", "inprocess"),
          Map.entry("port", "0"),
          Map.entry("costModel", "flat"),
          Map.entry("waitForMinSessions", "true"));
  private static final Cell BURST = new Cell(BENCHMARK + "burstRead", "ss", POOL, 3, 4);

  @Test
  void guessesSteadyIncreaseFromThePoolsGrowth() {
    // 12 steps of 24.5 ms and 100 ms, twice, after 1.5 s for the fork
    assertThat(
            new RunEstimate().guessMillis(new Cell(BENCHMARK + "steadyIncrease", "ss", POOL, 1, 2)))
        .isEqualTo(1500 + 2 * (12 * 24.5 + 100));
    assertThat(new RunEstimate().guessMillis(BURST)).isEqualTo(1500 + 4 * 900);
  }

  @Test
  void guessesSomethingWhereTheFileOfALoadHasChangedMeanwhile() {
    Map<String, String> changed =
        Map.of("load", "results/lab/cases/c3p0-65.yaml", "loadContent", "another");
    Cell cell = new Cell("dev.sessionbench.GrowthStrategyBenchmark.described", "ss", changed, 1, 2);
    assertThat(new RunEstimate().guessMillis(cell)).isEqualTo(1500 + 2 * 900);
  }

  @Test
  void scalesTheGuessByWhatHasFinished() {
    RunEstimate estimate = new RunEstimate();
    assertThat(estimate.leftMillis(List.of(BURST))).isEqualTo(5100);
    estimate.finished(BURST, 10_200);
    assertThat(estimate.leftMillis(List.of(BURST, BURST))).isEqualTo(20_400);
  }
}
