package dev.sessionbench.gate.run;

import static dev.sessionbench.base.model.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.gate.ForkId;
import dev.sessionbench.gate.ForkId.Stage;
import dev.sessionbench.gate.MeasurementFolder;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.judge.Finding;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.judge.Judge;
import dev.sessionbench.gate.judge.Judgement;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.PolicyCell;
import dev.sessionbench.gate.policy.PolicyCell.Cores;
import dev.sessionbench.gate.policy.PolicyFile;
import dev.sessionbench.gate.show.GateReport;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks what a gate measures, in which order, and when it ends. */
class GateTest {
  @TempDir Path folder;

  private final FakeSides sides = new FakeSides();

  private GateReport run() {
    return sides.run(folder.resolve("out"));
  }

  @Test
  void equalSidesAreClearedEarly() {
    GateReport report = run();
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.SAME);
    assertThat(report.judgement().blocks()).isEqualTo(6);
    assertThat(sides.ran(Stage.BLOCKS)).hasSize(6 * 2 * 2);
    assertThat(sides.ran(Stage.CONFIRMATION)).isEmpty();
  }

  @Test
  void changedCountsEndTheGateBeforeAnythingIsTimed() {
    sides.headRpcs = 17;
    GateReport report = run();
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.CHANGED);
    assertThat(sides.ran).isEmpty();
    assertThat(report.notes()).anyMatch(note -> note.contains("times were not measured"));
  }

  @Test
  void whatOthersUsedIsToldOfTheCountingToo() {
    sides.headRpcs = 17;
    sides.headCounts = 2;
    sides.othersPercent = 30;
    assertThat(run().notes()).contains("Other processes used 30 % of the machine meanwhile.");
  }

  @Test
  void gateOfCountsRunsNoForkAndCanBeJudgedAgain() {
    GateReport same = sides.count(folder.resolve("same"));
    assertThat(same.judgement().outcome()).isEqualTo(Outcome.SAME);
    assertThat(same.reproduce()).contains(" --counts");
    sides.headRpcs = 15;
    GateReport fewer = sides.count(folder.resolve("fewer"));
    assertThat(fewer.judgement().outcome()).isEqualTo(Outcome.CHANGED);
    assertThat(fewer.judgement().findings().get(0).note()).startsWith("fewer; ");
    assertThat(sides.ran).isEmpty();
    assertThat(
            Judge.countsAlone(
                sides.policy.policy(), MeasurementFolder.open(folder.resolve("fewer")).counts()))
        .isEqualTo(fewer.judgement());
  }

  @Test
  void slowerCandidateIsMeasuredToTheEndAndConfirmed() {
    sides.headChange = 0.1;
    GateReport report = run();
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.REGRESSED);
    assertThat(sides.ran(Stage.BLOCKS)).hasSize(12 * 2 * 2);
    assertThat(sides.ran(Stage.CONFIRMATION)).hasSize(6 * 2 * 2);
  }

  @Test
  void cellThatIsShownToBeTheSameIsMeasuredNoMore() {
    sides.cellChange.put("steady", 0.1);
    GateReport report = run();
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.REGRESSED);
    assertThat(report.judgement().settled()).containsExactly("burst incStep=25");
    assertThat(sides.ran(Stage.BLOCKS))
        .hasSize((12 + 6) * 2)
        .filteredOn(fork -> fork.cell().benchmark().equals("burst"))
        .hasSize(6 * 2);
    assertThat(FakeSides.judgeAgain(sides.policy, folder.resolve("out")))
        .isEqualTo(report.judgement());
  }

  @Test
  void unconfirmedChangeIsNoRegression() {
    sides.headChange = 0.1;
    sides.confirmedChange = 0;
    assertThat(run().judgement().outcome()).isEqualTo(Outcome.INCONCLUSIVE);
  }

  @Test
  void failedForkFailsTheGate() {
    sides.failing = "blocks block 2, steady incStep=25, candidate";
    GateReport report = run();
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.FAILED);
    assertThat(report.judgement().findings())
        .anyMatch(f -> f.note().equals("candidate, blocks block 2: boom"));
    assertThat(sides.ran(Stage.BLOCKS))
        .as("the other fork is stopped")
        .hasSize(2 * 2 * 2 - 1)
        .last()
        .hasToString("blocks block 2, steady incStep=25, candidate");
  }

  @Test
  void failedBaselineForkIsRepeated() {
    sides.failing = "blocks block 2, steady incStep=25, baseline";
    sides.failsOnce = true;
    assertThat(run().judgement().outcome()).isEqualTo(Outcome.SAME);
    assertThat(sides.ran).filteredOn(fork -> fork.toString().equals(sides.failing)).hasSize(2);
  }

  @Test
  void baselineForkThatFailsTwiceEndsTheGateAsInconclusive() {
    sides.failing = "blocks block 2, steady incStep=25, baseline";
    Judgement judgement = run().judgement();
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(judgement.of(Outcome.INCONCLUSIVE))
        .extracting(Finding::note)
        .contains("baseline, blocks block 2: boom");
    assertThat(sides.ran(Stage.BLOCKS)).as("nothing more is measured").hasSizeLessThan(3 * 2 * 2);
    assertThat(FakeSides.judgeAgain(sides.policy, folder.resolve("out"))).isEqualTo(judgement);
  }

  @ParameterizedTest
  @ValueSource(strings = {"burst", "steady"})
  void firstBaselineForkThatFailsTwiceIsInconclusive(String cell) {
    sides.failing = "blocks block 1, %s incStep=25, baseline".formatted(cell);
    Judgement judgement = run().judgement();
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(judgement.of(Outcome.INCONCLUSIVE))
        .extracting(Finding::note)
        .contains("baseline, blocks block 1: boom");
    assertThat(sides.ran(Stage.BLOCKS)).as("nothing more is measured").hasSizeLessThan(2 * 2 * 2);
  }

  @Test
  void pairsShareASeedAndRunInBalancedOrder() {
    sides.blocks = Optional.of(12);
    sides.headChange = 0.1;
    run();
    List<ForkId> timed = sides.ran(Stage.BLOCKS);
    Map<String, Integer> baseFirst = new HashMap<>();
    for (int i = 0; i < timed.size(); i += 2) {
      ForkId one = timed.get(i);
      ForkId other = timed.get(i + 1);
      assertThat(one.cell()).isEqualTo(other.cell());
      assertThat(one.seed()).isEqualTo(other.seed());
      assertThat(one.side()).isEqualTo(other.side().other());
      assertThat(one.position()).isEqualTo(other.position() - 1);
      baseFirst.merge(one.cell().name(), one.side() == Side.BASELINE ? 1 : 0, Integer::sum);
    }
    assertThat(baseFirst).hasSize(2).allSatisfy((cell, first) -> assertThat(first).isEqualTo(6));
    assertThat(timed.stream().map(ForkId::seed).distinct()).hasSize(12);
  }

  @Test
  void candidateWithoutAValueFailsAtOnce() {
    sides.headReportsCpu = false;
    GateReport report = run();
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.MISSING);
    assertThat(sides.ran(Stage.BLOCKS)).hasSize(2 * 2);
  }

  @Test
  void candidateWithAnotherUnitOrModeFailsAtOnce() {
    sides.headUnit = "s/op";
    sides.headChange = -0.999;
    GateReport report = run();
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.FAILED);
    assertThat(report.judgement().of(Outcome.FAILED).get(0).note())
        .isEqualTo("the unit of score is ms/op in the baseline, s/op in the candidate");
    assertThat(sides.ran(Stage.BLOCKS)).hasSize(2 * 2);
    sides.headUnit = "ms/op";
    sides.headMode = "thrpt";
    assertThat(sides.run(folder.resolve("mode")).judgement().of(Outcome.FAILED).get(0).note())
        .isEqualTo("the mode is ss in the baseline, thrpt in the candidate (and 1 more)");
  }

  @Test
  void eachSideOfASingleCellIsFirstEquallyOften() {
    Policy policy = sides.policy.policy();
    List<PolicyCell> one = policy.cells().subList(0, 1);
    for (long seed = 1; seed <= 1_000; seed++) {
      ForkOrder order = new ForkOrder(seed, policy, one, 12);
      int baseFirst = 0;
      for (int block = 1; block <= 12; block++) {
        baseFirst += order.block(block).get(0).get(0).side() == Side.BASELINE ? 1 : 0;
      }
      assertThat(baseFirst).as("seed %s", seed).isEqualTo(6);
      long fresh =
          order.fresh(one.get(0), 6).stream().filter(p -> p.get(0).side() == Side.BASELINE).count();
      assertThat(fresh).as("fresh, seed %s", seed).isEqualTo(3);
    }
  }

  @Test
  void cellsOfOneCoreAreTheLastOfTheirBlock() {
    Policy policy = PolicyFile.bundled().policy();
    ForkOrder order = new ForkOrder(1, policy, policy.timedCells(), 12);
    for (int block = 1; block <= 12; block++) {
      assertThat(order.block(block))
          .extracting(pair -> pair.get(0).cell().cores())
          .containsExactly(Cores.ALL, Cores.ALL, Cores.ALL, Cores.ONE, Cores.ONE);
    }
  }

  @Test
  void folderThatIsNotEmptyIsRefused() {
    run();
    refused(this::run).hasMessageContaining("must be a new or empty folder");
  }

  @Test
  void writesTheVerdictInEveryFormat() {
    run();
    assertThat(folder.resolve("out"))
        .isDirectoryContaining("glob:**/verdict.{txt,md,xml,json}")
        .isDirectoryContaining("glob:**/plan.json");
  }
}
