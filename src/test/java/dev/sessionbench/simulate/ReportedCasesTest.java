package dev.sessionbench.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.load.described.DescribedLoad;
import dev.sessionbench.load.described.LoadFile;
import dev.sessionbench.pool.PoolStatistics;
import dev.sessionbench.strategy.catalogue.ShrinkRules;
import dev.sessionbench.strategy.catalogue.Strategies;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What people reported of their pools shows under the rule that they had, and not under others. */
class ReportedCasesTest {
  private static SimulatedRun run(String name, Strategies rule, ShrinkRules shrink) {
    DescribedLoad load = LoadFile.read("results/lab/cases/" + name + ".yaml");
    Simulation simulation =
        Simulation.of(load, () -> rule.create(load.pool().limits(), Map.of()), /* seed= */ 1);
    return simulation
        .with(simulation.rule(), () -> Optional.of(shrink.create(load.pool().limits(), Map.of())))
        .run();
  }

  private static SimulatedRun run(String name, Strategies rule) {
    return run(name, rule, ShrinkRules.NEVER);
  }

  private static long created(SimulatedRun run) {
    return run.sum(PoolStatistics::created);
  }

  @Test
  void eightThreadsWithShortOperationsFillAPoolOfAHundredUnlessRequestsAreDropped() {
    assertThat(created(run("hikaricp-774", Strategies.ONE_PER_WAITER))).isEqualTo(100);
    assertThat(created(run("hikaricp-774", Strategies.ONE_PER_WAITER_ELIDED)))
        .isLessThanOrEqualTo(9);
  }

  @Test
  void tenThreadsHaveMoreMadeThanTheyNeedUnlessEachMakesItsOwn() {
    SimulatedRun reported = run("c3p0-65", Strategies.TARGET_PLUS_INCREMENT);
    assertThat(created(reported)).isGreaterThan(10);
    assertThat(created(run("c3p0-65", Strategies.ONE_PER_CALLER))).isEqualTo(10);
  }

  @Test
  void sessionsOfTheMinimumThatAreClosedAreMadeAnewByAllClientsUnlessTheMinimumStays() {
    SimulatedRun reported =
        run("hikaricp-379", Strategies.ONE_PER_WAITER_ELIDED, ShrinkRules.IDLE_TIME_REFILLED);
    SimulatedRun mended =
        run("hikaricp-379", Strategies.ONE_PER_WAITER_ELIDED, ShrinkRules.IDLE_TIME_DELETED);
    assertThat(created(mended)).isEqualTo(50 * 10);
    assertThat(mended.sum(PoolStatistics::closed)).isZero();
    assertThat(created(reported)).isGreaterThanOrEqualTo(2 * 50 * 10);
    assertThat(reported.sum(PoolStatistics::closed)).isGreaterThanOrEqualTo(50 * 10);
  }

  @Test
  void aMinimumOfIdleSessionsIsMadeTwiceForASpikeThatComesOnceUnlessItCountsThoseInUse() {
    SimulatedRun reported = run("hikaricp-797", Strategies.ONE_PER_WAITER_ELIDED);
    SimulatedRun other = run("hikaricp-797", Strategies.FIXED_STEP);
    assertThat(created(reported)).isGreaterThanOrEqualTo(90);
    assertThat(created(other)).isEqualTo(45);
    assertThat(Costs.of(other).idle()).isLessThan(Costs.of(reported).idle() - 35);
  }

  @Test
  void aLeakExhaustsEveryPoolAtALowLoadAndOneSessionForAllNever() {
    for (Strategies rule :
        List.of(Strategies.FIXED_STEP, Strategies.ONE_PER_EXCESS_WAITER, Strategies.DOUBLING)) {
      SimulatedRun run = run("google-cloud-java-3786", rule);
      assertThat(run.failed()).as("%s", rule).isPositive();
      assertThat(created(run)).as("%s", rule).isEqualTo(100);
    }
    assertThat(run("google-cloud-java-3786", Strategies.MULTIPLEXED).failed()).isZero();
  }

  @Test
  void aHundredTransactionsASecondOfFiftyMillisecondsNeedFewSessionsAndNotTheMaximum() {
    SimulatedRun grows = run("spring-cloud-gcp-1637", Strategies.ONE_PER_CALLER);
    // Five in use on average; of a Poisson distribution of that mean 17 and more are one in 10^4.
    assertThat(grows.pools().get(0).maxInUse()).isBetween(10, 17);
    assertThat(created(grows)).isLessThanOrEqualTo(18);
    SimulatedRun full = run("spring-cloud-gcp-1637", Strategies.FIXED_SIZE);
    assertThat(Costs.of(full).idle()).isGreaterThan(390);
  }
}
