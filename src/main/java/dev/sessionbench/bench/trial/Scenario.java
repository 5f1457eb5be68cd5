package dev.sessionbench.bench.trial;

import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.bench.client.PoolUnderTest;
import dev.sessionbench.bench.client.ServerAddress;
import dev.sessionbench.bench.load.LoadPlan;
import dev.sessionbench.bench.load.OperationTimes;
import dev.sessionbench.bench.trial.TrialReport.Probe;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.fault.FaultPlan;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Describes one trial: what happens in it and what is observed. {@link Trial} describes its phases.
 *
 * @param shape the pool
 * @param load the load, as it is to be played
 * @param timeScale factor by which simulated times are multiplied; reported times are divided by it
 * @param mock the server to start
 * @param elsewhere a running server, used instead of starting one
 * @param faults how the server goes wrong, from the start of the load to its end
 * @param pool makes the pool for a server
 * @param fillsFirst whether the pool fills to its minimum before the clock starts; if not, the
 *     clock starts before the pool is created
 * @param earlier a load on the filled pool before anything is measured; empty for none
 * @param tolerated whether an operation may fail after these times
 * @param probes what is observed, and what makes the run invalid
 */
@RecordBuilder
public record Scenario(
    PoolShape shape,
    LoadPlan load,
    int timeScale,
    MockServerOptions mock,
    Optional<ServerAddress.Tcp> elsewhere,
    FaultPlan faults,
    Function<ServerAddress, PoolUnderTest> pool,
    boolean fillsFirst,
    Optional<Earlier> earlier,
    Predicate<OperationTimes> tolerated,
    List<Probe> probes)
    implements ScenarioBuilder.With {
  /**
   * A write sends two RPCs; an old client sends one more for each session that it prepares again.
   */
  private static final int RPCS_PER_OPERATION = 4;

  /** A session may be created and prepared by RPCs of its own, and is deleted. */
  private static final int RPCS_PER_SESSION = 4;

  private static final int LEAST_JOURNAL = 1 << 14;

  /**
   * A load that is not measured.
   *
   * @param load the load
   * @param ended runs when it has ended, to forget what was observed
   */
  public record Earlier(LoadPlan load, Runnable ended) {}

  /** How many RPCs a server's journal must have room for, so that it forgets no RPC of a run. */
  static int journalCapacity(LoadPlan load, PoolShape shape) {
    long wanted =
        (long) RPCS_PER_OPERATION * load.size() + (long) RPCS_PER_SESSION * shape.maxSessions();
    return (int) Math.min(MockServerOptions.MAX_JOURNAL_CAPACITY, Math.max(LEAST_JOURNAL, wanted));
  }

  /**
   * This scenario with another load, to find what serving that load costs. Operations may be
   * refused a session, which is part of the cost, but may not fail for another reason.
   *
   * @param other the other load, as it is to be played
   * @param server the server to start
   * @param wrong how the server goes wrong, from the start of the load to its end
   * @param otherPool makes the pool; empty for this scenario's pool
   */
  public Scenario costing(
      LoadPlan other,
      MockServerOptions server,
      FaultPlan wrong,
      Optional<Function<ServerAddress, PoolUnderTest>> otherPool) {
    return playing(
            other,
            server,
            otherPool.orElse(pool),
            GrowthChecks::whereCallersAreRefused,
            GrowthProbes::read,
            GrowthProbes::costs,
            GrowthProbes::curves)
        .withFaults(wrong);
  }

  /** This scenario with another load and pool, whose operations may fail. */
  Scenario playing(
      LoadPlan other,
      MockServerOptions server,
      Function<ServerAddress, PoolUnderTest> otherPool,
      Probe... observed) {
    MockServerOptions roomy = server.withJournalCapacity(journalCapacity(other, shape));
    Scenario played = withLoad(other).withMock(roomy).withPool(otherPool);
    return played.withTolerated(failed -> true).withProbes(List.of(observed));
  }
}
