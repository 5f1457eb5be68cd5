package dev.sessionbench.gate.run;

import static dev.sessionbench.base.model.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.gate.Arm;
import dev.sessionbench.gate.ForkId.Stage;
import dev.sessionbench.gate.GatePlan;
import dev.sessionbench.gate.judge.Finding;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.show.GateReport;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a gate does with its time, and with arms that take more of it. */
class GateBudgetTest {
  /**
   * Counts take 24 s and pilots 8 s. A pair takes the base 4 s, the head up to 5 s; 54 s are kept
   * back to confirm one cell.
   */
  private static final long NINE_BLOCKS_MILLIS = 24_000 + 8_000 + 54_000 + 9 * 18_000;

  /** More than there is time for all blocks. */
  private static final long ALL_THE_TIME_MILLIS = 170_000;

  @TempDir Path folder;

  private final FakeArms arms = new FakeArms();

  private GateReport run() {
    return arms.run(folder.resolve("out"));
  }

  private GateReport shortOfTime() {
    arms.budgetMillis = NINE_BLOCKS_MILLIS;
    return run();
  }

  private static String failure(GateReport report) {
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.FAILED);
    return report.judgement().of(Outcome.FAILED).get(0).note();
  }

  private static List<OptionalDouble> detectable(GateReport report) {
    return report.judgement().findings().stream()
        .filter(finding -> finding.kind() == Finding.Kind.MEASURED)
        .map(finding -> finding.figures().detectable())
        .toList();
  }

  @Test
  void theBudgetIsKeptAndFewerBlocksAreNamed() {
    arms.noise = 0.1;
    GateReport report = shortOfTime();
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

  @Test
  void whatTheHeadCountsLongerTakesNothingOutOfThePlan() {
    GatePlan quick = shortOfTime().plan();
    FakeArms slow = new FakeArms();
    slow.budgetMillis = arms.budgetMillis;
    slow.headCounts = 3.9;
    GateReport report = slow.run(folder.resolve("slow"));
    assertThat(report.plan().plannedBlocks()).isEqualTo(quick.plannedBlocks()).isEqualTo(9);
    assertThat(report.plan().leftOut()).isEmpty();
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.SAME);
  }

  @Test
  void aHeadThatCountsFarSlowerThanTheBaseIsTheFinding() {
    arms.headCounts = 20;
    GateReport report = run();
    assertThat(failure(report))
        .isEqualTo(
            "head: counting took the head 480.0 s, the base 24.0 s, and in 32 of 32 cells more than 4"
                + " times as long");
    assertThat(arms.ran).isEmpty();
    assertThat(FakeArms.judgeAgain(arms.policy, folder.resolve("out")))
        .isEqualTo(report.judgement());
    assertThat(arms.count(folder.resolve("alone")).judgement().outcome()).isEqualTo(Outcome.FAILED);
    arms.baseWords = "generation=6.106.0";
    arms.headWords = "generation=6.107.0";
    assertThat(arms.count(folder.resolve("clients")).judgement().outcome())
        .as("two clients may differ")
        .isEqualTo(Outcome.SAME);
  }

  @Test
  void aHeadThatCountsFarSlowerIsNotWaitedForInEveryCell() {
    arms.baseWords = "";
    arms.headWords = "";
    arms.headCounts = 20;
    GateReport report = arms.count(folder.resolve("out"));
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.FAILED);
    assertThat(arms.passedMillis()).isEqualTo(480_000);
    assertThat(report.notes())
        .contains("The head took so long to count 32 cells that the other 224 were not counted.");
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
    assertThat(failure(report))
        .matches(
            "time ran out after \\d+ of 12 blocks: the head's forks took [0-9.]+ s, the base's [0-9.]+ s,"
                + " and in (\\d+) of \\1 pairs more than 25 % longer, in none as much shorter");
    assertThat(FakeArms.judgeAgain(arms.policy, folder.resolve("out")).outcome())
        .isEqualTo(Outcome.FAILED);
  }

  @Test
  void oneForkOfTheHeadThatTheMachineStoodStillInIsNotTheHeadsFault() {
    arms.noise = 0.1;
    arms.pauses.put("blocks block 3, burst incStep=25, head", 119_000L);
    GateReport report = shortOfTime();
    assertThat(report.notes()).anyMatch(note -> note.startsWith("Time ran out after"));
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(report.plan().overrun()).isNull();
  }

  @ParameterizedTest
  @CsvSource({"base, burst", "base, steady", "head, burst", "head, steady", "base, burst steady"})
  void aMachineThatStoodStillInTheFirstBlockIsNoReasonToFail(String arm, String cells) {
    for (String cell : cells.split(" ", -1)) {
      arms.pauses.put(
          "blocks block 1, %s incStep=25, %s".formatted(cell, arm), ALL_THE_TIME_MILLIS);
    }
    GateReport report = shortOfTime();
    assertThat(report.notes()).contains("Time ran out after 2 of 9 blocks.");
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(report.plan().overrun()).isNull();
    assertThat(FakeArms.judgeAgain(arms.policy, folder.resolve("out")))
        .isEqualTo(report.judgement());
  }

  @Test
  void aHeadWhoseFirstForkTakesAllTheTimeFailsAsSoonAsSevenPairsShowIt() {
    arms.headForks = 40;
    GateReport report = shortOfTime();
    assertThat(failure(report))
        .isEqualTo(
            "time ran out after 3 of 9 blocks: the head's forks took 1120.0 s, the base's 28.0 s,"
                + " and in 7 of 7 pairs more than 25 % longer, in none as much shorter");
    assertThat(arms.ran(Stage.BLOCKS)).hasSize(7 * 2);
  }

  @Test
  void aHeadThatIsSlowInOneCellIsFoundThoughItsFirstForkTookAllTheTime() {
    arms.budgetMillis = NINE_BLOCKS_MILLIS;
    arms.cellChange.put("steady", 2.0);
    arms.pauses.put("blocks block 1, steady incStep=25, head", ALL_THE_TIME_MILLIS);
    arms.pauses.put("blocks block 2, steady incStep=25, head", ALL_THE_TIME_MILLIS);
    assertThat(run().judgement().outcome().fails()).isTrue();
  }

  @Test
  void buildsAreNoPartOfTheBudget() {
    arms.buildMillis = 900_000;
    assertThat(run().judgement().outcome()).isEqualTo(Outcome.SAME);
  }

  @Test
  void blocksOfWhichNothingCouldBeShownAreBadInput() {
    arms.blocks = Optional.of(5);
    refused(this::run)
        .hasMessage(
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
    // From its 20th fork on each takes three times as long.
    arms.slowAfterForks = 20;
    GateReport report = shortOfTime();
    assertThat(arms.passedMillis())
        .isLessThanOrEqualTo(arms.budgetMillis + 2 * 3 * arms.forkMillis);
    assertThat(report.notes()).anyMatch(note -> note.startsWith("Time ran out after"));
    assertThat(report.judgement().decided()).isTrue();
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(report.plan().overrun()).isNull();
  }
}
