package dev.sessionbench.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Metric;
import dev.sessionbench.base.results.ResultFile;
import dev.sessionbench.bench.load.LoadPlan;
import dev.sessionbench.lab.load.DescribedLoad;
import dev.sessionbench.lab.load.LoadFile;
import dev.sessionbench.lab.pool.ReferencePool.PoolStatistics;
import dev.sessionbench.lab.strategy.Strategies;
import dev.sessionbench.report.Regret;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the statements of docs/results.md on reported loads against the committed results. */
class ReportedCasesTest {
  private static final String FOLDER = "results/lab/cases/";

  private static List<CellResult> results(String name) {
    return ResultFile.read(Path.of(FOLDER + name + ".json.gz"));
  }

  /** A metric of the one cell with this growth or shrink strategy. */
  private static double metric(String name, String strategy, String metric) {
    return results(name).stream()
        .filter(cell -> cell.key().params().containsValue(strategy))
        .flatMap(cell -> cell.metric(metric).stream())
        .mapToDouble(Metric::score)
        .reduce(
            (a, b) -> {
              throw new IllegalStateException("more than one " + strategy);
            })
        .orElseThrow();
  }

  private static double created(String name, String strategy) {
    return metric(name, strategy, "sessionsCreated");
  }

  private static DescribedLoad load(String name) {
    return LoadFile.read(FOLDER + name + ".yaml");
  }

  private static Simulation simulation(DescribedLoad load, Strategies strategy) {
    return Simulation.of(
        load,
        load.creation().time(),
        () -> strategy.create(load.pool().limits(), Map.of()),
        /* seed= */ 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "agroal-214",
        "c3p0-65",
        "hikaricp-1287",
        "hikaricp-379",
        "hikaricp-774",
        "pgdog-1488",
        "pgdog-1488-tick",
        "r2dbc-pool-195",
        "sqlclient-408",
        "sqlclient-601",
        "hikaricp-797",
        "google-cloud-java-3786",
        "spring-cloud-gcp-1637"
      })
  void theCommittedResultsAreReproduced(String name) {
    for (CellResult committed : results(name)) {
      Cell cell =
          new Cell(
              committed.benchmark(), Cell.SINGLE_SHOT, new TreeMap<>(committed.key().params()));
      CellResult today = new SimulatedResults().result(cell, 1);
      assertThat(today.secondaryMetrics()).as("%s", cell).isEqualTo(committed.secondaryMetrics());
    }
  }

  @Test
  void eightThreadsFillAPoolOfAHundredUnlessRequestsAreDropped() {
    assertThat(created("hikaricp-774", "one-per-waiter")).isEqualTo(100);
    assertThat(created("hikaricp-774", "one-per-waiter-elided")).isEqualTo(8);
    assertThat(metric("hikaricp-774", "one-per-waiter-elided", CellResult.SCORE))
        .isGreaterThan(metric("hikaricp-774", "one-per-waiter", CellResult.SCORE));
  }

  private static double refused(String name, String strategy) {
    return metric(name, strategy, "failedCallers");
  }

  @Test
  void realPoolsDoOnReportedLoadsWhatWasReported() {
    assertThat(metric("hikaricp-774/result", "hikaricp-2.4.7", "poolMaxSessions")).isEqualTo(100);
    assertThat(metric("hikaricp-774/result", "hikaricp-6.3.0", "poolMaxSessions")).isEqualTo(8);
    assertThat(created("c3p0-65/result", "c3p0"))
        .isEqualTo(created("c3p0-65", "target-plus-increment"));
    assertThat(100 - refused("hikaricp-1287/result", "hikaricp")).isEqualTo(15);
    assertThat(300 - refused("agroal-214/result", "agroal")).isEqualTo(7);
    assertThat(64 - refused("pgdog-1488/result", "results/lab/cases/pgdog-1488.yaml"))
        .isEqualTo(15);
    assertThat(metric("r2dbc-pool-195/result", "reactor-pool", CellResult.SCORE))
        .isBetween(5_000.0, 5_500.0);
  }

  @Test
  void anOldHikariCpHasTheStrategyWithoutElision() {
    assertThat(LabCell.strategy("hikaricp-2.4.7")).isEqualTo(Strategies.ONE_PER_WAITER);
    assertThat(LabCell.strategy("hikaricp-2.5.1")).isEqualTo(Strategies.ONE_PER_WAITER_ELIDED);
  }

  @Test
  void creatingOneAtATimeServesFewWhereCreationIsSlow() {
    assertThat(refused("hikaricp-1287", "one-per-waiter-elided")).isEqualTo(100 - 14);
    assertThat(refused("hikaricp-1287", "one-per-caller")).isZero();
    assertThat(refused("agroal-214", "one-per-caller-serial")).isEqualTo(300 - 6);
    assertThat(refused("agroal-214", "one-per-caller")).isZero();
    assertThat(refused("pgdog-1488", "one-per-waiter")).isEqualTo(64 - 16);
    assertThat(refused("pgdog-1488-tick", "one-per-waiter")).isZero();
  }

  @Test
  void parallelCreationServesFewerOnlyWhereTheServerSlowsDown() {
    for (String load : List.of("sqlclient-408", "sqlclient-601")) {
      assertThat(refused(load, "one-per-caller-serial")).isEqualTo(50 - 15);
    }
    assertThat(refused("sqlclient-408", "one-per-caller")).isZero();
    assertThat(refused("sqlclient-601", "one-per-caller")).isEqualTo(50 - 5);
  }

  @Test
  void aPoolThatIsFilledOneByOneTakesTheSumOfItsCreations() {
    assertThat(metric("r2dbc-pool-195", "one-per-waiter", CellResult.SCORE))
        .isBetween(5_000.0, 5_001.0);
    assertThat(metric("r2dbc-pool-195", "target-plus-increment", CellResult.SCORE))
        .isEqualTo(1_700);
    assertThat(metric("r2dbc-pool-195", "one-per-caller", CellResult.SCORE)).isEqualTo(100);
  }

  @Test
  void creatingOneAtATimeHasTheLongestWaitsOnHalfOfTheLoads() {
    Regret.Terms terms =
        new Regret.Terms(
            "strategy", Regret.Unit.WAIT, Strategies.bounds(), pool -> Optional.empty());
    List<Regret> regrets =
        Regret.of(ResultFile.read(Path.of("results/lab/strategies.json.gz")), terms);
    assertThat(regrets)
        .extracting(Regret::costModel)
        .containsExactly("flat", "linear", "contended");
    Regret flat = regrets.get(0);
    long longest =
        flat.loads().stream()
            .filter(
                load ->
                    Stream.of("one-per-waiter-elided", "one-per-caller-serial")
                            .mapToDouble(load::of)
                            .max()
                            .orElseThrow()
                        >= flat.values().stream().mapToDouble(load::of).max().orElseThrow())
            .count();
    assertThat(2 * longest).isGreaterThanOrEqualTo(flat.loads().size());
  }

  @Test
  void tenThreadsCreateTooManyUnlessEachCreatesItsOwn() {
    assertThat(created("c3p0-65", "target-plus-increment")).isEqualTo(66);
    assertThat(created("c3p0-65", "fixed-step")).isEqualTo(25);
    assertThat(created("c3p0-65", "one-per-caller")).isEqualTo(10);
    assertThat(metric("c3p0-65", "one-per-caller", "numBatchCreateSessionsRpcs")).isEqualTo(10);
  }

  @Test
  void closedSessionsOfTheMinimumAreCreatedAgainByAllClients() {
    String name = "hikaricp-379";
    assertThat(created(name, "idle-time-refilled")).isEqualTo(3 * 50 * 10);
    assertThat(metric(name, "idle-time-refilled", "sessionsClosed")).isEqualTo(2 * 50 * 10);
    assertThat(metric(name, "idle-time-refilled", "maxRpcsInFlight")).isEqualTo(50);
    assertThat(created(name, "idle-time-deleted")).isEqualTo(50 * 10);
    assertThat(metric(name, "idle-time-deleted", "sessionsClosed")).isZero();
    assertThat(metric(name, "idle-time-deleted", "idleSessionSeconds"))
        .isGreaterThan(metric(name, "idle-time-refilled", "idleSessionSeconds"));
  }

  @Test
  void anIdleMinimumIsCreatedTwiceForASingleSpike() {
    assertThat(created("hikaricp-797", "one-per-waiter-elided")).isEqualTo(90);
    assertThat(metric("hikaricp-797", "one-per-waiter-elided", "poolMaxSessions")).isEqualTo(90);
    assertThat(created("hikaricp-797", "fixed-step")).isEqualTo(45);
  }

  @Test
  void aSpikeAboveAMinimumOfAllSessionsWaits() {
    DescribedLoad reported = load("hikaricp-797");
    DescribedLoad larger = reported.withEach(callers -> callers.changed(1.5, callers.hold()));
    long waits = simulation(larger, Strategies.FIXED_STEP).run().waits().getMaxValue();
    assertThat(waits).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(200));
  }

  @Test
  void aLeakExhaustsEveryPoolExceptOneSharedSession() {
    // Fewer of the callers that release their sessions, since they do not exhaust the pool.
    DescribedLoad reported =
        load("google-cloud-java-3786")
            .withEach(
                callers ->
                    callers.hold().forEver() ? callers : callers.changed(0.05, callers.hold()));
    Set<Strategies> keepsToTheMaximum = EnumSet.allOf(Strategies.class);
    // The bound must know the load, so it is left out.
    keepsToTheMaximum.removeAll(
        List.of(
            Strategies.MULTIPLEXED, Strategies.CLAIRVOYANT, Strategies.ONE_PER_CALLER_UNBOUNDED));
    for (Strategies strategy : keepsToTheMaximum) {
      assertThat(simulation(reported, strategy).run().failed()).as("%s", strategy).isPositive();
    }
    SimulatedRun unbounded = simulation(reported, Strategies.ONE_PER_CALLER_UNBOUNDED).run();
    assertThat(unbounded.failed()).isZero();
    assertThat(unbounded.sum(PoolStatistics::maxTotal)).isGreaterThan(100);
    assertThat(created("google-cloud-java-3786", "fixed-step")).isEqualTo(100);
    assertThat(metric("google-cloud-java-3786", "multiplexed", "failedCallers")).isZero();
  }

  @Test
  void theServerOfTheLeakDropsSessionsIdleForAnHour() {
    LoadPlan plan =
        simulation(load("google-cloud-java-3786"), Strategies.FIXED_STEP).loads().get(0);
    long[] leaks =
        IntStream.range(0, plan.size())
            .mapToObj(plan::operation)
            .filter(operation -> operation.keeps())
            .mapToLong(operation -> operation.arrivalNanos())
            .sorted()
            .toArray();
    long hour = TimeUnit.HOURS.toNanos(1);
    long most =
        Arrays.stream(leaks)
            .map(end -> Arrays.stream(leaks).filter(at -> at <= end && at > end - hour).count())
            .max()
            .orElseThrow();
    assertThat(leaks.length / 8.0).isCloseTo(20, withinPercentage(15));
    assertThat(most).isEqualTo(37);
  }

  @Test
  void fiveSessionsInUseDoNotNeedTheMaximum() {
    String name = "spring-cloud-gcp-1637";
    // Five in use on average. In a Poisson distribution of that mean, 17 or more have probability
    // 10^-4.
    assertThat(metric(name, "one-per-caller", "poolMaxInUse")).isBetween(10.0, 17.0);
    assertThat(created(name, "one-per-caller")).isLessThan(20);
    assertThat(created(name, "fixed-size")).isEqualTo(400);
    assertThat(metric(name, "fixed-size", "acquireWaitMax")).isZero();
    assertThat(metric(name, "one-per-caller", "acquireWaitMax")).isPositive();
  }
}
