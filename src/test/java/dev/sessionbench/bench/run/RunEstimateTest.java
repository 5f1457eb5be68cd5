package dev.sessionbench.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.Assigned;
import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.ForkConditions;
import dev.sessionbench.base.results.ResultFile;
import dev.sessionbench.base.stats.Sample;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.BenchmarkList;

class RunEstimateTest {
  /** The cells of the recorded run; its blocks were distributed over several machines. */
  private static final int CELLS = 32;

  private static final int SHARDS = 5;
  private static final String BENCHMARK = "dev.sessionbench.SessionPoolBenchmark.";
  private static final Map<String, String> POOL =
      Assigned.params(
          "minSessions=100 maxSessions=400 incStep=25 numChannels=4 seed=1 operations=0",
          "concurrency=0 transport=inprocess port=0 costModel=flat waitForMinSessions=true");
  private static final PlannedCell BURST =
      new PlannedCell(new Cell(BENCHMARK + "burstRead", "ss", POOL), 3, 4);

  @Test
  void estimatesSteadyIncreaseFromGrowthAndWarmUps() {
    // 1.5 s for the fork, two warm-up runs, and 12 steps of 24.5 ms and 100 ms
    assertThat(
            new RunEstimate(1)
                .guessMillis(
                    new PlannedCell(new Cell(BENCHMARK + "steadyIncrease", "ss", POOL), 1, 3)))
        .isEqualTo(1500 + 2 * 150 + 12 * 24.5 + 100);
    // A burst's warm-up has half of its operations.
    assertThat(new RunEstimate(1).guessMillis(BURST)).isEqualTo(1500 + 3 * 450 + 900);
    assertThat(new RunEstimate(4).guessMillis(BURST)).isEqualTo(1500 + 4 * 900);
  }

  /** The committed baseline was measured without a pause between its forks. */
  @Test
  void firstEstimateIsWithinAThirdOfTheRecordedTime() {
    Map<Cell, List<Double>> took = new HashMap<>();
    Map<Integer, List<Started>> shards =
        ResultFile.read(Path.of("results/baseline/result.json.gz")).stream()
            .flatMap(
                cell ->
                    Objects.requireNonNull(cell.forkConditions()).stream()
                        .map(fork -> new Started(cell.key(), fork)))
            .collect(Collectors.groupingBy(started -> started.block() % SHARDS));
    for (List<Started> shard : shards.values()) {
      shard.sort(Comparator.comparing(started -> started.fork().position()));
      for (int i = 1; i < shard.size(); i++) {
        Started before = shard.get(i - 1);
        if (shard.get(i).block() == before.block()) {
          took.computeIfAbsent(before.key(), key -> new ArrayList<>())
              .add(before.millisTo(shard.get(i)));
        }
      }
    }
    double recorded =
        3 * took.values().stream().mapToDouble(millis -> Sample.of(millis).median()).sum();
    List<PlannedCell> forks =
        new CellFinder(BenchmarkList.defaultList())
            .find(JmhArguments.parse(List.of())).stream()
                .flatMap(cell -> Collections.nCopies(cell.forks(), cell).stream())
                .toList();
    assertThat(forks).hasSize(3 * took.size());
    assertThat((double) new RunEstimate(1).leftMillis(forks))
        .isBetween(recorded * 2 / 3, recorded * 4 / 3);
  }

  private record Started(Cell key, ForkConditions fork) {
    int block() {
      return (fork.position() - 1) / CELLS;
    }

    double millisTo(Started next) {
      return Duration.between(Instant.parse(fork.startedAt()), Instant.parse(next.fork.startedAt()))
          .toMillis();
    }
  }

  @Test
  void estimatesACellWhoseLoadFileHasChanged() {
    Map<String, String> changed =
        Map.of("load", "results/lab/cases/c3p0-65.yaml", "loadContent", "another");
    PlannedCell cell =
        new PlannedCell(
            new Cell("dev.sessionbench.GrowthStrategyBenchmark.described", "ss", changed), 1, 2);
    assertThat(new RunEstimate(1).guessMillis(cell)).isEqualTo(1500 + 2 * 900);
  }

  @Test
  void scalesEstimatesByFinishedForks() {
    RunEstimate estimate = new RunEstimate(1);
    assertThat(estimate.leftMillis(List.of(BURST))).isEqualTo(3750);
    estimate.finished(BURST, 7_500);
    assertThat(estimate.leftMillis(List.of(BURST, BURST))).isEqualTo(15_000);
  }

  @Test
  void formatsTheRemainingTime() {
    assertThat(RunEstimate.describe(200_000)).isEqualTo("about 3 min 20 s left");
    assertThat(RunEstimate.describe(59_499)).isEqualTo("about 59 s left");
    assertThat(RunEstimate.describe(3_720_000)).isEqualTo("about 1 h 2 min left");
  }
}
