package dev.sessionbench.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sessionbench.base.model.CostModel;
import dev.sessionbench.base.model.Latency.ServerTime;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.SimulatedTime;
import dev.sessionbench.bench.load.LoadPlan;
import dev.sessionbench.bench.load.Operation;
import dev.sessionbench.bench.load.Operation.Kind;
import dev.sessionbench.bench.load.Workload;
import dev.sessionbench.lab.pool.PoolOptions;
import dev.sessionbench.lab.pool.ReferencePool.PoolStatistics;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.Strategies;
import dev.sessionbench.mock.fault.FaultPlan;
import dev.sessionbench.mock.profile.Profiles;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares simulations of the client's own strategy with known results. */
class SimulationTest {
  private static final long TIMEOUT = TimeUnit.SECONDS.toNanos(60);

  private static Simulation fixedStep(
      PoolShape shape, LoadPlan load, LatencyProfile times, long seed, int batchLimit) {
    Limits limits = Limits.of(shape);
    return new Simulation(
        List.of(load),
        PoolOptions.waiting(limits, TIMEOUT),
        () ->
            Strategies.FIXED_STEP.create(
                limits, Map.of("incStep", Integer.toString(shape.incStep()))),
        Optional::empty,
        new SimulatedTime(times, CostModel.FLAT, seed, batchLimit),
        FaultPlan.NONE,
        true,
        1,
        OptionalLong.empty());
  }

  private static SimulatedRun original(Workload workload, int step, long seed) {
    LatencyProfile times = Profiles.load(Profiles.ORIGINAL).options().latencies();
    if (workload == Workload.STEADY_INCREASE) {
      times = times.with(Rpc.EXECUTE_STREAMING_SQL, ServerTime.NONE);
    }
    PoolShape shape = new PoolShape(100, 400, step, 4);
    LoadPlan load = workload.plan(workload.size(400, 0, 0, seed));
    SimulatedRun run = fixedStep(shape, load, times, seed, PoolShape.SERVICE_BATCH_LIMIT).run();
    assertThat(run.waits().getTotalCount()).isEqualTo(load.size());
    assertThat(run.failed()).isZero();
    assertThat(run.sum(PoolStatistics::requests)).isEqualTo(shape.totalRpcs(400, 100));
    return run;
  }

  /**
   * The ideal times in ms from another simulation of these loads, for the client's strategy, 100 to
   * 400 sessions and 4 channels. It had other draws, so a time must be one that seeds can give:
   * within two standard deviations.
   */
  @ParameterizedTest
  @CsvSource({
    "BURST_READ, 1, 1025",
    "BURST_READ, 10, 715",
    "BURST_READ, 25, 697",
    "BURST_READ, 100, 689",
    "BURST_WRITE, 1, 679",
    "BURST_WRITE, 10, 402",
    "BURST_WRITE, 25, 382",
    "BURST_WRITE, 100, 375",
    "BURST_READ_AND_WRITE, 1, 888",
    "BURST_READ_AND_WRITE, 10, 585",
    "BURST_READ_AND_WRITE, 25, 565",
    "BURST_READ_AND_WRITE, 100, 561",
    "STEADY_INCREASE, 1, 7309",
    "STEADY_INCREASE, 10, 740",
    "STEADY_INCREASE, 25, 295",
    "STEADY_INCREASE, 100, 72",
  })
  void theFourLoadsTakeTheIdealTimesOfAnotherSimulation(
      Workload workload, int step, double millis) {
    double[] times =
        IntStream.rangeClosed(1, 12)
            .mapToDouble(seed -> original(workload, step, seed).serveNanos() / 1e6)
            .toArray();
    double mean = Arrays.stream(times).average().orElseThrow();
    double variance =
        Arrays.stream(times).map(t -> (t - mean) * (t - mean)).sum() / (times.length - 1);
    assertThat(millis).isCloseTo(mean, within(2 * Math.sqrt(variance)));
    // The spread of the seeds must not be so wide that any time would pass.
    assertThat(Math.sqrt(variance)).isLessThan(mean * 0.09);
  }

  /** These values change only if the draws, the loads or the strategies of the pool do. */
  @ParameterizedTest
  @CsvSource({
    "BURST_READ, 25, 694, 69.01, 114.03",
    "BURST_WRITE, 25, 382, 37.03, 75.04",
    "BURST_READ_AND_WRITE, 25, 559, 44.01, 80.02",
    "STEADY_INCREASE, 25, 292, 0, 25.00",
  })
  void oneSeedHasOneTimeAndTheSameWaitsOnEveryMachine(
      Workload workload, int step, long millis, double p50, double p99) {
    SimulatedRun run = original(workload, step, 1);
    assertThat(TimeUnit.NANOSECONDS.toMillis(run.serveNanos())).isEqualTo(millis);
    assertThat(run.waits().getValueAtPercentile(50) / 1e6).isCloseTo(p50, within(0.01));
    assertThat(run.waits().getValueAtPercentile(99) / 1e6).isCloseTo(p99, within(0.01));
  }

  @Test
  void requestsAndSessionsOfRandomPoolsAndDemandsFollowTheClosedForm() {
    Random random = new Random(7);
    for (int i = 0; i < 500; i++) {
      int max = 1 + random.nextInt(500);
      PoolShape shape =
          new PoolShape(
              random.nextInt(max + 1), max, 1 + random.nextInt(120), 1 + random.nextInt(8));
      int demand = 1 + random.nextInt(max + 50);
      int batchLimit = 1 + random.nextInt(PoolShape.SERVICE_BATCH_LIMIT);
      // All callers ask at one moment, and none releases its session before all have asked.
      LoadPlan load =
          new LoadPlan(demand, demand, n -> new Operation(Kind.READ, 0, 0, 1_000, false));
      SimulatedRun run =
          fixedStep(
                  shape,
                  load,
                  Profiles.load(Profiles.ORIGINAL).options().latencies(),
                  1,
                  batchLimit)
              .run();
      assertThat(run.sum(PoolStatistics::requests))
          .as("%s for %s at %s a request", shape, demand, batchLimit)
          .isEqualTo(shape.totalRpcs(demand, batchLimit));
      assertThat(run.sum(PoolStatistics::created)).isEqualTo(shape.finalSessions(demand));
      assertThat(run.waits().getTotalCount()).isEqualTo(demand);
      assertThat(run.failed()).isZero();
    }
  }

  @Test
  void equalSimulationsHaveEqualResults() {
    Workload workload = Workload.BURST_READ_AND_WRITE;
    Simulation simulation =
        fixedStep(
            new PoolShape(10, 40, 3, 4),
            workload.plan(workload.size(40, 0, 0, 5)),
            Profiles.load(Profiles.ORIGINAL).options().latencies(),
            5,
            100);
    SimulatedRun one = simulation.run();
    SimulatedRun other = simulation.run();
    assertThat(one.serveNanos()).isEqualTo(other.serveNanos());
    assertThat(one.waits()).isEqualTo(other.waits());
    assertThat(one.pools()).isEqualTo(other.pools());
  }
}
