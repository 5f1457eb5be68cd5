package dev.sessionbench.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.study.warmup.PoolCell;
import dev.sessionbench.study.warmup.PoolSweep;
import dev.sessionbench.study.warmup.Round;
import dev.sessionbench.study.warmup.Verdict;
import dev.sessionbench.study.warmup.WarmupResult;
import dev.sessionbench.study.warmup.WarmupStudy;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** What docs/warmup.md says in words of the recorded studies, held to their data. */
class WarmupFiguresTest {
  private static final List<WarmupResult> RUNS =
      WarmupFigures.studies(Path.of("results/warmup/real"));
  private static final PoolSweep POOLS =
      WarmupFigures.pools(Path.of("results/warmup/pools.json.gz"));

  @Test
  void theControlRoundIsNeverCalledUnsteady() {
    assertThat(RUNS).hasSizeGreaterThanOrEqualTo(1);
    for (WarmupResult run : RUNS) {
      Round control = run.rounds().get(0);
      assertThat(control.name()).isEqualTo(WarmupStudy.CONTROL);
      assertThat(control.stability().confirmed()).isTrue();
    }
    assertThat(WarmupFigures.seeds(Path.of("results/warmup/seeds.json.gz")).rounds())
        .filteredOn(round -> round.round().equals(WarmupStudy.CONTROL))
        .hasSize(200)
        .noneMatch(round -> Double.isNaN(round.both()));
  }

  private static Verdict firstRound(WarmupResult run) {
    Round first = run.rounds().get(1);
    return Verdict.of(first.stability().seconds(), first.truthSeconds(), first.windowSeconds());
  }

  @Test
  void theFirstRoundIsTakenForWarmRightlyInFourOfFiveRuns() {
    assertThat(RUNS).hasSize(5);
    assertThat(RUNS).filteredOn(run -> firstRound(run) == Verdict.RIGHT).hasSize(4);
  }

  @Test
  void whereItIsTakenForWarmTooEarlyNothingDividesForAnotherFifteenSeconds() {
    assertThat(RUNS)
        .filteredOn(run -> firstRound(run) == Verdict.EARLY)
        .singleElement()
        .satisfies(
            run -> {
              Round first = run.rounds().get(1);
              double said = first.stability().seconds();
              assertThat(first.divisions())
                  .noneMatch(d -> d.end() > said && d.begin() < said + 14.9)
                  .last()
                  .satisfies(d -> assertThat(d.splits()).isEqualTo(9));
            });
  }

  @Test
  void theMachineHadTimeToSpare() {
    assertThat(RUNS)
        .flatExtracting(WarmupResult::rounds)
        .allMatch(round -> round.utilisation() < 0.7)
        .allMatch(round -> round.failures() == 0);
  }

  private static double[] range(
      int max, int step, boolean cold, ToDoubleFunction<PoolCell> figure) {
    return POOLS.cells().stream()
        .filter(cell -> cell.cold() == cold && cell.shape().maxSessions() == max)
        .filter(cell -> step == 0 || cell.shape().incStep() == step)
        .mapToDouble(figure)
        .sorted()
        .toArray();
  }

  private static double least(double[] range) {
    return range[0];
  }

  private static double most(double[] range) {
    return range[range.length - 1];
  }

  private static double sessionsAtEnd(PoolCell cell) {
    return cell.sessions().y().get(cell.sessions().y().size() - 1);
  }

  @Test
  void aColdStartDrivesALargePoolToItsEnd() {
    assertThat(least(range(400, 0, true, WarmupFiguresTest::sessionsAtEnd))).isEqualTo(365);
    double[] warm = range(400, 0, false, WarmupFiguresTest::sessionsAtEnd);
    assertThat(least(warm)).isEqualTo(75);
    assertThat(most(warm)).isEqualTo(142);
    assertThat(Math.ceil(POOLS.sessionsNeeded())).isEqualTo(30);
  }

  @Test
  void moreSessionsGetHardlyMoreDoneAndWaitLonger() {
    double few = least(range(50, 0, true, PoolCell::operations));
    double many = most(range(400, 0, true, PoolCell::operations));
    assertThat(many / few).isBetween(1.0, 1.02);
    double p99 = most(range(50, 0, true, PoolCell::p99Millis));
    assertThat(least(range(400, 0, true, PoolCell::p99Millis)) / p99).isBetween(1.45, 1.55);
  }

  @Test
  void theStepDecidesHowManyRequestsThatTakes() {
    assertThat(least(range(400, 1, true, PoolCell::requests))).isGreaterThan(200);
    assertThat(most(range(400, 25, true, PoolCell::requests))).isLessThan(20);
  }

  @Test
  void thePoolHasGrownLongBeforeTheServerHasASecondSplit() {
    for (PoolCell cell : POOLS.cells()) {
      List<Double> sessions = cell.sessions().y();
      int i = 0;
      while (sessions.get(i) < 0.9 * sessionsAtEnd(cell)) {
        i++;
      }
      assertThat(cell.sessions().x().get(i)).isLessThan(3_000);
      assertThat(cell.cold() && cell.firstSplitSeconds() < 39.9).isFalse();
    }
  }
}
