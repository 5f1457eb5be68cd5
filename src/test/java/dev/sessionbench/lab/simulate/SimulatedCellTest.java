package dev.sessionbench.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.bench.run.CellFinder;
import dev.sessionbench.lab.pool.ReferencePool.PoolStatistics;
import dev.sessionbench.lab.strategy.ShrinkStrategies;
import dev.sessionbench.lab.strategy.Strategies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.runner.BenchmarkList;

class SimulatedCellTest {
  private static Cell cell(String load, String... params) {
    String pool = "minSessions=10 maxSessions=40 numChannels=4";
    return new Cell(
        "a.B." + load, Cell.SINGLE_SHOT, MeasuredCellTest.given(pool, String.join(" ", params)));
  }

  @ParameterizedTest
  @EnumSource(Strategies.class)
  void everyStrategyServesEveryLoadAndReleasesItsSessions(Strategies strategy) {
    // The bound must know the load.
    assumeThat(strategy).isNotEqualTo(Strategies.CLAIRVOYANT);
    for (String load : CellGrid.names()) {
      SimulatedRun run =
          Simulation.of(cell(load, "strategy=" + strategy, "clients=3 lastsMillis=200")).run();
      assertThat(run.failed()).as(load).isZero();
      assertThat(run.sum(PoolStatistics::acquired)).as(load).isEqualTo(run.waits().getTotalCount());
      long kept = load.equals("steadyIncrease") ? run.waits().getTotalCount() : 0;
      assertThat(run.sum(PoolStatistics::released))
          .as(load)
          .isEqualTo(run.waits().getTotalCount() - kept);
    }
  }

  @Test
  void theBoundAvoidsWaitsFromTheFirstCreationOn() {
    SimulatedRun run =
        Simulation.of(
                cell(
                    "poisson",
                    "strategy=clairvoyant minSessions=0 ratePerSecond=200 holdMillis=10"
                        + " lastsMillis=3000"))
            .run();
    assertThat(run.waits().getValueAtPercentile(90)).isZero();
    assertThat(run.waits().getMaxValue())
        .as("whoever comes within a creation of the opening must wait")
        .isPositive();
    assertThat(run.overshoot()).isLessThanOrEqualTo(1);
    assertThat(run.failed()).isZero();
  }

  @Test
  void theBoundOnAFilledPoolHasNoWaitsAndTheLeastWeight() {
    String load = "ratePerSecond=300 holdMillis=30 lastsMillis=2000";
    SimulatedRun knows = run(load, "clairvoyant earlyMillis=100");
    assertThat(knows.waits().getMaxValue()).isZero();
    assertThat(knows.sum(PoolStatistics::requests)).isGreaterThan(4);
    Costs.Units units = Simulation.of(cell("poisson", load)).units();
    assertThat(units.sessions()).isEqualTo((double) knows.sum(PoolStatistics::maxInUse));
    for (String strategy : List.of("fixed-step", "doubling", "one-per-caller", "watermark")) {
      assertThat(Costs.of(run(load, strategy)).weight(units))
          .as(strategy)
          .isGreaterThan(Costs.of(knows).weight(units));
    }
  }

  private static SimulatedRun run(String load, String strategy) {
    return Simulation.of(cell("poisson", load, "strategy=" + strategy)).run();
  }

  @ParameterizedTest
  @EnumSource(ShrinkStrategies.class)
  void everyShrinkStrategyServesTheLoad(ShrinkStrategies shrink) {
    SimulatedRun run = Simulation.of(cell("repeatedBursts", "shrink=" + shrink)).run();
    assertThat(run.failed()).isZero();
    assertThat(run.waits().getTotalCount()).isEqualTo(5 * 8 * 40);
    if (shrink == ShrinkStrategies.NEVER) {
      assertThat(run.sum(PoolStatistics::closed)).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"burstRead", "burstWrite", "burstReadAndWrite", "agents", "ramp"})
  void stretchedTimesAreReportedAsIfTheyWereNot(String load) {
    SimulatedRun once = Simulation.of(cell(load)).run();
    SimulatedRun stretched = Simulation.of(cell(load, "timeScale=4")).run();
    assertThat(stretched.serveNanos()).isEqualTo(once.serveNanos());
    assertThat(stretched.waits()).isEqualTo(once.waits());
    assertThat(stretched.idleNanos()).isEqualTo(once.idleNanos());
  }

  @ParameterizedTest
  @ValueSource(strings = {"one-per-waiter-elided", "target-plus-increment", "watermark"})
  void aStrategyThatWaitsDoesSoInTheTimeOfItsLoad(String strategy) {
    SimulatedRun once = Simulation.of(cell("agents", "strategy=" + strategy)).run();
    SimulatedRun stretched =
        Simulation.of(cell("agents", "strategy=" + strategy, "timeScale=4")).run();
    assertThat(stretched.serveNanos()).isEqualTo(once.serveNanos());
    assertThat(stretched.pools()).isEqualTo(once.pools());
  }

  @Test
  void requestsFailFromTheStartOfTheLoadAndNotBefore() {
    SimulatedRun run = Simulation.of(cell("burstRead", "failPercent=100")).run();
    assertThat(run.sum(PoolStatistics::created)).isEqualTo(10);
  }

  @Test
  void aCellReadFromJsonHasTheSameResult() {
    Cell cell = cell("burstRead", "incStep=3");
    Cell read = Json.parse("cell", Json.text(cell), new TypeReference<>() {});
    assertThat(read).isEqualTo(cell);
    SimulatedResults results = new SimulatedResults();
    assertThat(results.result(read, 1)).isEqualTo(results.result(cell, 1));
  }

  @Test
  void fewCellsAreAheadOfTheirConsumer() throws InterruptedException {
    Cell cell = cell("burstRead", "operations=1 concurrency=1");
    AtomicInteger begun = new AtomicInteger();
    List<Cell> many =
        new AbstractList<>() {
          @Override
          public Cell get(int index) {
            begun.incrementAndGet();
            return cell;
          }

          @Override
          public int size() {
            return 200;
          }
        };
    AtomicInteger finished = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    new SimulatedResults()
        .run(
            many,
            /* threads= */ 2,
            /* curves= */ false,
            result -> most.accumulateAndGet(begun.get() - finished.getAndIncrement(), Math::max));
    assertThat(finished).hasValue(200);
    assertThat(most).hasValueLessThan(50);
  }

  @Test
  void failedRequestsFailTheCallersThatTheStrategyChooses() {
    SimulatedRun run = Simulation.of(cell("burstRead", "failPercent=50 incStep=2")).run();
    assertThat(run.failed()).isPositive().isEqualTo(run.sum(PoolStatistics::refused));
    assertThat(run.waits().getTotalCount()).isEqualTo(8 * 40);
  }

  @Test
  void shortAnswersTakeMoreRequestsForTheSameSessions() {
    SimulatedRun run = Simulation.of(cell("burstRead", "batchLimit=4 incStep=10")).run();
    // Four channels with 4, 2, 2 and 2 sessions, then three steps of 4, 4 and 2.
    assertThat(run.sum(PoolStatistics::requests)).isEqualTo(4 + 3 * 3);
    assertThat(run.sum(PoolStatistics::created)).isEqualTo(40);
  }

  @Test
  void aFileThatChangedSinceThePlanIsRefused(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("load.yaml");
    Files.writeString(file, "description: x\ncallers: [{atOnce: 1, keeps: true}]\n");
    CellGrid grid =
        new CellGrid(
            new CellFinder(BenchmarkList.defaultList()),
            Map.of("load", List.of(file.toString()), "strategy", List.of("doubling")));
    Cell cell = grid.cells(List.of("described")).get(0);
    assertThat(Simulation.of(cell)).isNotNull();
    Files.writeString(file, "description: x\ncallers: [{atOnce: 2, keeps: true}]\n");
    assertThatThrownBy(() -> Simulation.of(cell))
        .isInstanceOf(BadInput.class)
        .hasMessageStartingWith(file + ": has changed since this was planned");
  }

  @Test
  void aResultWithoutTheContentOfItsLoadHasNoVirtualTime() {
    CellResult unknown =
        new SimulatedResults()
            .result(cell("burstRead", "operations=1 concurrency=1"), 1)
            .withEnvironment(null)
            .withBenchmark(CellGrid.LAB + ".described")
            .withParams(Map.of("load", "results/lab/cases/c3p0-65.yaml"));
    assertThatThrownBy(() -> CellGrid.requirePlayed(unknown))
        .isInstanceOf(BadInput.class)
        .hasMessage("what its file of the load held is not known to it");
  }

  @Test
  void moreContendedRequestsTakeLonger() {
    long alone = longestWait("1", "contended");
    long together = longestWait("20", "contended");
    assertThat(together).isGreaterThan(3 * alone).isGreaterThan(3 * longestWait("20", "flat"));
  }

  private static long longestWait(String clients, String costModel) {
    return Simulation.of(cell("fleet", "clients=" + clients, "costModel=" + costModel))
        .run()
        .waits()
        .getMaxValue();
  }
}
