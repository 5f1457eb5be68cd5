package dev.sessionbench.gate.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sessionbench.gate.Arm;
import dev.sessionbench.gate.Finding;
import dev.sessionbench.gate.ForkId;
import dev.sessionbench.gate.GatePlan;
import dev.sessionbench.gate.Judge;
import dev.sessionbench.gate.Judgement;
import dev.sessionbench.gate.MeasurementFolder;
import dev.sessionbench.gate.Measurements;
import dev.sessionbench.gate.Outcome;
import dev.sessionbench.gate.Policy;
import dev.sessionbench.gate.PolicyCell;
import dev.sessionbench.gate.PolicyFile;
import dev.sessionbench.gate.Stage;
import dev.sessionbench.gate.show.GateReport;
import dev.sessionbench.model.BadInput;
import dev.sessionbench.run.plan.Shard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GateTest {
  @TempDir Path folder;

  private final FakeArms arms = new FakeArms();

  private GateReport run() {
    return arms.run(folder.resolve("out"));
  }

  private static List<OptionalDouble> detectable(GateReport report) {
    return report.judgement().findings().stream()
        .filter(finding -> finding.kind() == Finding.Kind.MEASURED)
        .map(finding -> finding.figures().detectable())
        .toList();
  }

  private Judgement judgeAgain(PolicyFile policy, Path... folders) {
    return Judge.judge(
        policy.policy(),
        Measurements.merge(
            List.of(folders).stream().map(MeasurementFolder::open).toList(), policy.policy()));
  }

  @Test
  void equalArmsAreClearedEarly() {
    GateReport report = run();
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.SAME);
    assertThat(report.judgement().blocks()).isEqualTo(6);
    assertThat(arms.ran(Stage.BLOCKS)).hasSize(6 * 2 * 2);
    assertThat(arms.ran(Stage.CONFIRMATION)).isEmpty();
  }

  @Test
  void countsAreComparedBeforeAnythingIsTimedAndEndTheGate() {
    arms.headRpcs = 17;
    GateReport report = run();
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.CHANGED);
    assertThat(arms.ran).isEmpty();
    assertThat(report.notes()).anyMatch(note -> note.contains("times were not measured"));
  }

  @Test
  void aGateOfCountsAloneRunsNoForkAndIsJudgedAgainFromItsFolder() {
    GateReport same = arms.count(folder.resolve("same"));
    assertThat(same.judgement().outcome()).isEqualTo(Outcome.SAME);
    assertThat(same.reproduce()).contains(" --counts");
    arms.headRpcs = 15;
    GateReport fewer = arms.count(folder.resolve("fewer"));
    assertThat(fewer.judgement().outcome()).isEqualTo(Outcome.CHANGED);
    assertThat(fewer.judgement().findings().get(0).note()).startsWith("fewer; ");
    assertThat(arms.ran).isEmpty();
    assertThat(
            Judge.countsAlone(
                arms.policy.policy(), MeasurementFolder.open(folder.resolve("fewer")).counts()))
        .isEqualTo(fewer.judgement());
  }

  @Test
  void aSlowerHeadIsMeasuredToTheEndAndConfirmedByFreshForks() {
    arms.headChange = 0.1;
    GateReport report = run();
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.REGRESSED);
    assertThat(arms.ran(Stage.BLOCKS)).hasSize(12 * 2 * 2);
    assertThat(arms.ran(Stage.CONFIRMATION)).hasSize(6 * 2 * 2);
  }

  @Test
  void whatFreshForksDoNotShowIsNoRegression() {
    arms.headChange = 0.1;
    arms.confirmedChange = 0;
    assertThat(run().judgement().outcome()).isEqualTo(Outcome.INCONCLUSIVE);
  }

  @Test
  void aFailedForkFailsTheGate() {
    arms.failing = "blocks block 2, steady incStep=25, head";
    GateReport report = run();
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.FAILED);
    assertThat(report.judgement().findings())
        .anyMatch(f -> f.note().equals("head, blocks block 2: boom"));
    assertThat(arms.ran(Stage.BLOCKS)).as("nothing more is measured").hasSize(2 * 2 * 2);
  }

  @Test
  void bothArmsOfABlockHaveOneSeedAndFollowOneAnotherInBalancedOrder() {
    arms.blocks = Optional.of(12);
    arms.headChange = 0.1;
    run();
    List<ForkId> timed = arms.ran(Stage.BLOCKS);
    Map<String, Integer> baseFirst = new HashMap<>();
    for (int i = 0; i < timed.size(); i += 2) {
      ForkId one = timed.get(i);
      ForkId other = timed.get(i + 1);
      assertThat(one.cell()).isEqualTo(other.cell());
      assertThat(one.seed()).isEqualTo(other.seed());
      assertThat(one.arm()).isEqualTo(other.arm().other());
      assertThat(one.position()).isEqualTo(other.position() - 1);
      baseFirst.merge(one.cell().name(), one.arm() == Arm.BASE ? 1 : 0, Integer::sum);
    }
    assertThat(baseFirst).hasSize(2).allSatisfy((cell, first) -> assertThat(first).isEqualTo(6));
    assertThat(timed.stream().map(ForkId::seed).distinct()).hasSize(12);
  }

  @Test
  void theBudgetIsKeptAndFewerBlocksAreNamed() {
    // Counts take 24 s and pilots 8 s. A pair takes the base 4 s, the head up to 5 s; 54 s are kept
    // back to confirm one cell.
    arms.budgetMillis = 24_000 + 8_000 + 54_000 + 9 * 18_000;
    arms.noise = 0.1;
    GateReport report = run();
    assertThat(arms.passedMillis()).isLessThanOrEqualTo(arms.budgetMillis);
    assertThat(report.plan().plannedBlocks()).isEqualTo(9);
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(report.notes()).contains("The budget allows 9 blocks of the policy's 12.");
    assertThat(detectable(report)).isNotEmpty().allMatch(OptionalDouble::isPresent);
  }

  @Test
  void thePlanIsFixedByTheBaseBeforeTheHeadIsTimed() {
    GatePlan quick = run().plan();
    FakeArms slow = new FakeArms();
    slow.headForks = 20;
    slow.headChange = 30;
    slow.budgetMillis = arms.budgetMillis;
    GatePlan same = slow.run(folder.resolve("slow")).plan();
    assertThat(same.plannedBlocks()).isEqualTo(quick.plannedBlocks()).isEqualTo(12);
    assertThat(same.leftOut()).isEmpty();
    assertThat(same.pilotMillis()).isEqualTo(quick.pilotMillis());
    assertThat(arms.ran(Stage.PILOT)).hasSize(2).allMatch(fork -> fork.arm() == Arm.BASE);
    int firstOfHead = firstTimed(slow, Arm.HEAD);
    assertThat(slow.ran.subList(firstOfHead, slow.ran.size()))
        .noneMatch(fork -> fork.stage() == Stage.PILOT);
  }

  private static int firstTimed(FakeArms arms, Arm arm) {
    for (int i = 0; i < arms.ran.size(); i++) {
      if (arms.ran.get(i).stage() == Stage.BLOCKS && arms.ran.get(i).arm() == arm) {
        return i;
      }
    }
    return -1;
  }

  @Test
  void aHeadThatShowsInTheLastCellAloneIsFoundInMinutesAndNotLeftOut() {
    // As acquiring two milliseconds later shows in steadyIncrease, whose forks then take longer.
    arms.cellChange.put("steady", 2.0);
    GateReport report = run();
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.REGRESSED);
    assertThat(report.judgement().of(Outcome.REGRESSED))
        .singleElement()
        .satisfies(f -> assertThat(f.cell()).isEqualTo("steady incStep=25"));
    assertThat(arms.ran(Stage.BLOCKS)).as("two blocks of both cells").hasSize(2 * 2 * 2);
    assertThat(arms.ran(Stage.CONFIRMATION))
        .hasSize(2 * arms.policy.policy().grossBlocks())
        .allMatch(fork -> fork.cell().benchmark().equals("steady"));
    assertThat(arms.passedMillis()).isLessThan(arms.budgetMillis / 2);
  }

  @Test
  void aHeadWhoseForksMakeTimeRunOutFailsWithBothDurations() {
    arms.headForks = 8;
    arms.noise = 0.1;
    GateReport report = run();
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.FAILED);
    assertThat(report.judgement().of(Outcome.FAILED).get(0).note())
        .matches(
            "time ran out after \\d+ of 12 blocks: the head's forks took [0-9.]+ s, the base's [0-9.]+ s");
    assertThat(judgeAgain(arms.policy, folder.resolve("out")).outcome()).isEqualTo(Outcome.FAILED);
  }

  @Test
  void aHeadThatReportsNoValueFailsAtOnce() {
    arms.headReportsCpu = false;
    GateReport report = run();
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.MISSING);
    assertThat(arms.ran(Stage.BLOCKS)).hasSize(2 * 2);
  }

  @Test
  void buildsAreNoPartOfTheBudget() {
    arms.buildMillis = 900_000;
    assertThat(run().judgement().outcome()).isEqualTo(Outcome.SAME);
  }

  @Test
  void blocksOfWhichNothingCouldBeShownAreBadInput() {
    arms.blocks = Optional.of(5);
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(this::run)
        .withMessage(
            "--blocks 5: must be at least 6; of fewer no change of whatever size could be found");
    assertThat(arms.ran).isEmpty();
  }

  @Test
  void whatIsFlaggedIsConfirmedWhateverTheBudgetAndNeverPasses() {
    arms.headChange = 0.15;
    arms.budgetMillis = 24_000 + 8_000 + 54_000 + 12 * 18_000;
    GateReport report = run();
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.REGRESSED);
    arms.confirmedChange = 0;
    assertThat(arms.run(folder.resolve("acquitted")).judgement().outcome())
        .isEqualTo(Outcome.INCONCLUSIVE);
  }

  @Test
  void aShortBudgetLeavesCellsOutAndNeverPassesThemSilently() {
    arms.budgetMillis = 24_000 + 8_000 + 54_000 + 7 * 9_000;
    GateReport report = run();
    assertThat(arms.passedMillis()).isLessThanOrEqualTo(arms.budgetMillis);
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(report.notes()).anyMatch(note -> note.contains("left out: steady incStep=25"));
    assertThat(arms.ran(Stage.BLOCKS)).noneMatch(fork -> fork.cell().benchmark().equals("steady"));
    assertThat(report.judgement().of(Outcome.SAME))
        .extracting("metric")
        .contains("score", "cpuTime");
    assertThat(report.judgement().of(Outcome.INCONCLUSIVE))
        .singleElement()
        .satisfies(
            left -> {
              assertThat(left.cell()).startsWith("steady");
              assertThat(left.note()).startsWith("not timed");
              assertThat(left.figures().ratio()).isNaN();
            });
  }

  @Test
  void aBudgetTooShortForAnythingTimesNothingAndCouldNotTell() {
    arms.budgetMillis = 1_000;
    GateReport report = run();
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(report.notes())
        .anyMatch(note -> note.endsWith("left out: steady incStep=25, burst incStep=25."));
    assertThat(arms.ran(Stage.BLOCKS)).isEmpty();
  }

  @Test
  void aMachineThatSlowsDownEndsTheBlocksInTimeAndIsNotTheHeadsFault() {
    arms.noise = 0.1;
    arms.budgetMillis = 24_000 + 8_000 + 54_000 + 9 * 18_000;
    // From its 20th fork on each takes three times as long.
    arms.slowAfterForks = 20;
    GateReport report = run();
    assertThat(arms.passedMillis())
        .isLessThanOrEqualTo(arms.budgetMillis + 2 * 3 * arms.forkMillis);
    assertThat(report.notes()).anyMatch(note -> note.startsWith("Time ran out after"));
    assertThat(report.judgement().decided()).isTrue();
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(report.plan().overrun()).isNull();
  }

  @Test
  void theMeasurementsGiveTheSameVerdictAgain() {
    arms.headChange = 0.1;
    Judgement measured = run().judgement();
    assertThat(judgeAgain(arms.policy, folder.resolve("out"))).isEqualTo(measured);
    assertThat(
            judgeAgain(
                MeasurementFolder.open(folder.resolve("out")).policy(), folder.resolve("out")))
        .isEqualTo(measured);
  }

  @Test
  void anotherPolicyJudgesTheSameMeasurementsOtherwise() {
    arms.headChange = 0.1;
    run();
    PolicyFile lenient =
        PolicyFile.parse("lenient", FakeArms.YAML.replace("margin: 0.05", "margin: 0.25"));
    assertThat(judgeAgain(lenient, folder.resolve("out")).outcome()).isEqualTo(Outcome.SAME);
  }

  @Test
  void theSameSeedAndTheSameTimesGiveTheSameVerdict() {
    Judgement first = run().judgement();
    Judgement second = new FakeArms().run(folder.resolve("again")).judgement();
    assertThat(second).isEqualTo(first);
  }

  @Test
  void anInterruptedGateIsJudgedByWhatItHas() throws IOException {
    arms.noise = 0.1;
    run();
    try (var files = Files.list(folder.resolve("out/blocks"))) {
      for (Path file :
          files.filter(f -> f.getFileName().toString().compareTo("005") > 0).toList()) {
        Files.delete(file);
      }
    }
    Judgement judgement = judgeAgain(arms.policy, folder.resolve("out"));
    assertThat(judgement.blocks()).isEqualTo(4);
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
  }

  @Test
  void aGateInterruptedAnywhereGoesOnToTheVerdictOfAnUninterruptedOne() {
    arms.headChange = 0.1;
    Judgement whole = run().judgement();
    int forks = arms.ran.size();
    for (int after = 0; after < forks; after += 7) {
      FakeArms interrupted = new FakeArms();
      interrupted.headChange = 0.1;
      interrupted.interruptedAfter = after;
      Path out = folder.resolve("after" + after);
      assertThatIllegalStateException().isThrownBy(() -> interrupted.run(out));
      interrupted.interruptedAfter = Integer.MAX_VALUE;
      assertThat(interrupted.resume(out).judgement()).as("after %s", after).isEqualTo(whole);
      assertThat(interrupted.ran).as("no fork twice").doesNotHaveDuplicates().hasSize(forks);
    }
  }

  @Test
  void theBlocksThatWereAskedForAreRunAfterAnInterruptionToo() {
    arms.blocks = Optional.of(7);
    arms.headChange = 0.1;
    arms.interruptedAfter = 2;
    assertThatIllegalStateException().isThrownBy(this::run);
    arms.interruptedAfter = Integer.MAX_VALUE;
    assertThat(arms.resume(folder.resolve("out")).plan().plannedBlocks()).isEqualTo(7);
  }

  @Test
  void aGateWithAnotherArmDoesNotGoOn() {
    arms.interruptedAfter = 9;
    assertThatIllegalStateException().isThrownBy(this::run);
    arms.headCommit = "def";
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> arms.resume(folder.resolve("out")))
        .withMessageContaining("its head was ")
        .withMessageContaining("gitCommit=def");
  }

  @Test
  void aGateThatHasEndedDoesNotGoOn() {
    run();
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> arms.resume(folder.resolve("out")))
        .withMessageContaining("that gate has ended: judge it with --from");
  }

  @Test
  void aGateOfOneCellPutsEitherArmFirstAsOften() {
    Policy policy = arms.policy.policy();
    List<PolicyCell> one = policy.cells().subList(0, 1);
    for (long seed = 1; seed <= 1_000; seed++) {
      ForkOrder order = new ForkOrder(seed, policy, one, 12);
      int baseFirst = 0;
      for (int block = 1; block <= 12; block++) {
        baseFirst += order.block(block).get(0).get(0).arm() == Arm.BASE ? 1 : 0;
      }
      assertThat(baseFirst).as("seed %s", seed).isEqualTo(6);
      long fresh =
          order.fresh(one.get(0), 6).stream().filter(p -> p.get(0).arm() == Arm.BASE).count();
      assertThat(fresh).as("fresh, seed %s", seed).isBetween(1L, 5L);
    }
  }

  @Test
  void shardsTogetherAreTheWhole() {
    arms.shard = new Shard(1, 2);
    arms.run(folder.resolve("one"));
    arms.shard = new Shard(2, 2);
    arms.run(folder.resolve("two"));
    Judgement merged = judgeAgain(arms.policy, folder.resolve("one"), folder.resolve("two"));
    assertThat(merged.outcome()).isEqualTo(Outcome.SAME);
    assertThat(merged.findings().stream().map(f -> f.cell()).distinct()).hasSize(3);
  }

  @Test
  void aShardThatIsMissingFailsTheWhole() {
    arms.shard = new Shard(1, 2);
    arms.run(folder.resolve("one"));
    assertThat(judgeAgain(arms.policy, folder.resolve("one")).outcome()).isEqualTo(Outcome.MISSING);
  }

  @Test
  void aRegressionInOneShardIsOneOfTheWhole() {
    arms.shard = new Shard(1, 2);
    arms.run(folder.resolve("one"));
    arms.shard = new Shard(2, 2);
    arms.headChange = 0.1;
    arms.run(folder.resolve("two"));
    assertThat(judgeAgain(arms.policy, folder.resolve("one"), folder.resolve("two")).outcome())
        .isEqualTo(Outcome.REGRESSED);
  }

  @Test
  void foldersThatAreNoShardsOfOneGateAreRefused() {
    arms.run(folder.resolve("one"));
    arms.run(folder.resolve("two"));
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> judgeAgain(arms.policy, folder.resolve("one"), folder.resolve("two")))
        .withMessageContaining("must be different shards");
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> judgeAgain(arms.policy, folder))
        .withMessageContaining("must be the folder of a gate");
  }

  @Test
  void aFolderWithSomethingInItIsRefused() {
    run();
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(this::run)
        .withMessageContaining("must be a new or empty folder");
  }

  @Test
  void thereAreNoMoreShardsThanTimedCells() {
    Policy policy = arms.policy.policy();
    assertThat(Gate.shard(policy, new Shard(1, 2)))
        .containsExactly("burst incStep=25", "mixed incStep=25");
    assertThat(Gate.shard(policy, new Shard(2, 2))).containsExactly("steady incStep=25");
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> Gate.shard(policy, new Shard(1, 3)))
        .withMessageContaining("at most 2 parts");
  }

  @Test
  void theVerdictIsLeftInEveryForm() {
    run();
    assertThat(folder.resolve("out"))
        .isDirectoryContaining("glob:**/verdict.{txt,md,xml,json}")
        .isDirectoryContaining("glob:**/plan.json");
  }
}
