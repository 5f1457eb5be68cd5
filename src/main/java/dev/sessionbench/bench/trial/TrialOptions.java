package dev.sessionbench.bench.trial;

import dev.sessionbench.base.model.Latency.ServerTime;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.bench.client.PoolUnderTest;
import dev.sessionbench.bench.client.ServerAddress;
import dev.sessionbench.bench.load.LoadPlan;
import dev.sessionbench.bench.load.Workload;
import dev.sessionbench.bench.load.Workload.LoadSize;
import dev.sessionbench.bench.trial.Trial.TrialSpec;
import dev.sessionbench.bench.trial.TrialReport.Probe;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.fault.FaultPlan;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Everything that decides a run in which a pool grows to serve a load.
 *
 * @param workload the load
 * @param shape the pool
 * @param size the size of the load, with the seed and the scale of time
 * @param mock the suite's own server, before its times are scaled
 * @param waitForMinSessions whether the pool fills to its minimum before the clock starts; if not,
 *     the clock starts before the pool is created
 * @param server a server that is used instead of the suite's own; empty for a mock
 * @param client the client
 */
public record TrialOptions(
    Workload workload,
    PoolShape shape,
    LoadSize size,
    MockServerOptions mock,
    boolean waitForMinSessions,
    Optional<ServerAddress.Tcp> server,
    MeasuredClient client)
    implements TrialSpec {
  /** Set where counts are compared with those of another run, not with the closed form. */
  private static final String COUNTS_PROPERTY = "sessionbench.counts";

  private static final String COMPARED = "compared";
  private static final double BURST_MILLIS = 900;
  private static final double STEADY_MILLIS = 100;
  private static final double STEADY_WARMUP_MILLIS = 150;

  /** The mean time of BatchCreateSessions in the original benchmark. */
  private static final double STEP_MILLIS = 24.5;

  @Override
  public Scenario measured() {
    return scenario(mock.latencies(), mock.batchLimit());
  }

  /**
   * Uses unscaled times. The steady increase does the same work between RPCs without server times.
   * A burst fills the pool and runs all of the code in the first half of its operations.
   */
  @Override
  public Scenario warmup() {
    LoadSize unstretched = size.withTimeScale(1);
    LoadSize played = growsAlone() ? unstretched : unstretched.halved();
    LatencyProfile times = growsAlone() ? LatencyProfile.none() : mock.latencies();
    return scenario(played, times, mock.batchLimit());
  }

  /**
   * A run against a server with these simulated times.
   *
   * @param serverTimes its simulated times, before scaling
   * @param batchLimit sessions that it returns for one RPC at most, from 1 to 100
   * @return the run
   */
  Scenario scenario(LatencyProfile serverTimes, int batchLimit) {
    return scenario(size, serverTimes, batchLimit);
  }

  /**
   * A run that is counted and not timed: another load on this pool, for any strategy.
   *
   * @param load the load, as it is to be played
   * @param serverTimes the server's simulated times
   * @param pool makes the pool
   * @param probe receives what was observed
   * @return the run
   */
  public Scenario counted(
      LoadPlan load,
      LatencyProfile serverTimes,
      Function<ServerAddress, PoolUnderTest> pool,
      Probe probe) {
    Scenario like = scenario(serverTimes, PoolShape.SERVICE_BATCH_LIMIT);
    return like.playing(load, like.mock(), pool, this::anyStrategy, probe).withShape(shape);
  }

  private Scenario scenario(LoadSize played, LatencyProfile serverTimes, int batchLimit) {
    PoolShape grown = client.together(shape);
    LoadPlan load = workload.plan(played);
    // The statement takes no time, so that only the growth is timed.
    LatencyProfile growth = serverTimes.with(Rpc.EXECUTE_STREAMING_SQL, ServerTime.NONE);
    LatencyProfile ofServer = growsAlone() ? growth : serverTimes;
    LatencyProfile times = isLoop() ? LatencyProfile.none() : ofServer;
    Probe measured = client.isBuilt() ? GrowthProbes::read : GrowthProbes::generations;
    Probe shown = isLoop() ? GrowthProbes::releases : GrowthProbes::curves;
    return new Scenario(
        grown,
        load,
        played.timeScale(),
        mock.withLatencies(times.scaled(played.timeScale()))
            .withBatchLimit(batchLimit)
            .withJournalCapacity(Scenario.journalCapacity(load, grown)),
        server,
        FaultPlan.NONE,
        address -> client.build(shape, address),
        waitForMinSessions,
        /* earlier= */ Optional.empty(),
        /* tolerated= */ failed -> false,
        List.of(this::anyStrategy, growth(batchLimit), measured, shown));
  }

  private void anyStrategy(Observation seen, TrialReport report) {
    GrowthChecks.anyStrategy(client.clients(), seen, report);
  }

  /**
   * Checks that the pool has grown by its strategy, unless its counts are compared with another's.
   */
  private Probe growth(int batchLimit) {
    return COMPARED.equals(System.getProperty(COUNTS_PROPERTY))
        ? (seen, report) -> {}
        : (seen, report) -> GrowthChecks.growth(client.clients(), batchLimit, seen, report);
  }

  /** Whether the load only acquires and releases, so that nothing is simulated. */
  private boolean isLoop() {
    return workload == Workload.ACQUIRE_RELEASE;
  }

  /** Whether all time of the load is spent on growing the pool. */
  private boolean growsAlone() {
    return workload == Workload.STEADY_INCREASE;
  }

  /** How long the iterations of a fork take by its options, in milliseconds: an estimate. */
  public double guessMillis(int warmups, int measured) {
    return growsAlone()
        ? warmups * STEADY_WARMUP_MILLIS + measured * steadyMillis()
        : (warmups / 2.0 + measured * size.timeScale()) * BURST_MILLIS;
  }

  private double steadyMillis() {
    int steps = shape.growthSteps(workload.plan(size).peakDemand());
    return size.timeScale() * (STEADY_MILLIS + STEP_MILLIS * steps);
  }
}
