package dev.sessionbench.bench.trial;

import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.bench.client.PoolUnderTest;
import dev.sessionbench.bench.client.ServerAddress;
import dev.sessionbench.bench.load.LoadPlan;
import dev.sessionbench.bench.trial.GrowthProbes.GrowthCurves;
import dev.sessionbench.bench.trial.TrialReport.Probe;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.fault.FaultPlan;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What happens in a trial and what is looked at: its phases are those of {@link Trial}.
 *
 * @param shape the pool
 * @param load what is put on it, as it is to be played
 * @param timeScale what simulated times are multiplied by, and reported times are divided by
 * @param mock the server to start
 * @param elsewhere a server that runs, in place of one that is started
 * @param faults how the server goes wrong, from the start of the load to its end
 * @param pool makes the pool for a server
 * @param fillsFirst whether the pool is filled to its minimum before the clock starts; if not, the
 *     clock starts before the pool is created
 * @param toleratesErrors whether operations may fail
 * @param handicap what is made worse on purpose
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
    boolean toleratesErrors,
    Handicap handicap,
    List<Probe> probes)
    implements ScenarioBuilder.With {
  /** A write sends two, and an old client one more for each session that it prepares anew. */
  private static final int RPCS_PER_OPERATION = 4;

  /** A session is created, maybe alone, maybe prepared, and deleted. */
  private static final int RPCS_PER_SESSION = 4;

  private static final int LEAST_JOURNAL = 1 << 14;

  /** How many RPCs a server's journal must have room for, so that none of a run is forgotten. */
  static int journalCapacity(LoadPlan load, PoolShape shape) {
    long wanted =
        (long) RPCS_PER_OPERATION * load.size() + (long) RPCS_PER_SESSION * shape.maxSessions();
    return (int) Math.min(MockServerOptions.MAX_JOURNAL_CAPACITY, Math.max(LEAST_JOURNAL, wanted));
  }

  /**
   * The same with another load, on this pool or another: what serving it costs. Operations may be
   * refused a session, which is part of the cost, and may not fail for another reason.
   *
   * @param other what is put on the pool, as it is to be played
   * @param server the server to start
   * @param wrong how the server goes wrong, from the start of the load to its end
   * @param otherPool makes the pool; nothing for this one
   */
  public Scenario costing(
      LoadPlan other,
      MockServerOptions server,
      FaultPlan wrong,
      Optional<Function<ServerAddress, PoolUnderTest>> otherPool) {
    return with(
        costing ->
            costing
                .load(other)
                .mock(server.withJournalCapacity(journalCapacity(other, shape)))
                .faults(wrong)
                .pool(otherPool.orElse(pool))
                .toleratesErrors(true)
                .probes(
                    List.of(
                        GrowthChecks::whereCallersAreRefused,
                        GrowthProbes::read,
                        GrowthProbes::costs,
                        GrowthCurves::read)));
  }
}
