package dev.sessionbench.gate.run;

import static dev.sessionbench.base.model.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.gate.ForkId.Stage;
import dev.sessionbench.gate.GatePlan;
import dev.sessionbench.gate.judge.Finding;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.policy.PolicyFile;
import dev.sessionbench.gate.show.GateReport;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks how a gate spends its budget, also with slow sides. */
class GateBudgetTest {
  /**
   * Counts take 24 s. In a pair, the baseline takes 4 s and the candidate up to 5 s. A block of one
   * cell is planned for half as long again, and six are reserved to confirm a cell. The first fork
   * counts as a shorter one and the start of its process. The plan has one of the cells end at the
   * first look, which is after five of nine blocks.
   */
  private static final long NINE_BLOCKS_MILLIS = 24_000 + 6 * 13_500 + 5 * 19_500 + 4 * 13_500;

  /** A pause that is longer than the time for all blocks. */
  private static final long ALL_THE_TIME_MILLIS = 170_000;

  @TempDir Path folder;

  private final FakeSides sides = new FakeSides();

  private GateReport run() {
    return sides.run(folder.resolve("out"));
  }

  private GateReport shortOfTime() {
    sides.budgetMillis = NINE_BLOCKS_MILLIS;
    return run();
  }

  private static String failure(GateReport report) {
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.FAILED);
    return report.judgement().of(Outcome.FAILED).get(0).note();
  }

  private static List<Double> detectable(GateReport report) {
    return report.judgement().findings().stream()
        .filter(finding -> finding.kind() == Finding.Kind.MEASURED)
        .map(Finding::detectableChange)
        .toList();
  }

  @Test
  void budgetIsKeptAndNamesFewerBlocks() {
    sides.noise = 0.1;
    GateReport report = shortOfTime();
    assertThat(sides.passedMillis()).isLessThanOrEqualTo(sides.budgetMillis);
    assertThat(report.plan().plannedBlocks()).isEqualTo(9);
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(report.notes())
        .contains("The budget is short: 9 of the policy's 12 blocks were planned.");
    assertThat(detectable(report)).isNotEmpty().allMatch(Double::isFinite);
  }

  @Test
  void planIsFixedByTheBaselineAlone() {
    GatePlan quick = run().plan();
    FakeSides slow = new FakeSides();
    slow.headForks = 20;
    slow.headChange = 30;
    slow.budgetMillis = sides.budgetMillis;
    GatePlan same = slow.run(folder.resolve("slow")).plan();
    assertThat(same.plannedBlocks()).isEqualTo(quick.plannedBlocks()).isEqualTo(12);
    assertThat(same.leftOut()).isEmpty();
    assertThat(same.forkMillis()).isEqualTo(quick.forkMillis()).hasSize(2);
  }

  @Test
  void slowCountingOfTheCandidateDoesNotReduceThePlan() {
    GatePlan quick = shortOfTime().plan();
    FakeSides slow = new FakeSides();
    slow.budgetMillis = sides.budgetMillis;
    slow.headCounts = 3.9;
    GateReport report = slow.run(folder.resolve("slow"));
    assertThat(report.plan().plannedBlocks()).isEqualTo(quick.plannedBlocks()).isEqualTo(9);
    assertThat(report.plan().leftOut()).isEmpty();
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.SAME);
  }

  @Test
  void candidateThatCountsFarSlowerFails() {
    sides.headCounts = 20;
    GateReport report = run();
    assertThat(failure(report))
        .isEqualTo(
            "candidate: counting took the candidate 324.3 s, the baseline 16.2 s, and in half of 25 cells more than 4"
                + " times as long");
    assertThat(sides.ran).isEmpty();
    assertThat(FakeSides.judgeAgain(sides.policy, folder.resolve("out")))
        .isEqualTo(report.judgement());
    assertThat(sides.count(folder.resolve("alone")).judgement().outcome())
        .isEqualTo(Outcome.FAILED);
    sides.baseWords = "client=6.106.0";
    sides.headWords = "client=6.107.0";
    assertThat(sides.count(folder.resolve("clients")).judgement().outcome())
        .as("two clients may differ")
        .isEqualTo(Outcome.SAME);
  }

  @Test
  void candidateThatCountsFarSlowerEndsTheCounting() {
    sides.baseWords = "";
    sides.headWords = "";
    sides.headCounts = 20;
    GateReport report = sides.count(folder.resolve("out"));
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.FAILED);
    assertThat(sides.passedMillis()).isBetween(460_000L, 500_000L);
    assertThat(report.notes())
        .contains(
            "The candidate took so long to count 37 cells that the other 128 were not counted.");
  }

  @Test
  void grossChangeInTheLastCellIsFoundEarly() {
    // For example, acquiring two milliseconds later makes the forks of steadyIncrease take longer.
    sides.cellChange.put("steady", 2.0);
    GateReport report = run();
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.REGRESSED);
    assertThat(report.judgement().of(Outcome.REGRESSED))
        .singleElement()
        .satisfies(f -> assertThat(f.cell()).isEqualTo("steady incStep=25"));
    assertThat(sides.ran(Stage.BLOCKS)).as("two blocks of both cells").hasSize(2 * 2 * 2);
    assertThat(sides.ran(Stage.CONFIRMATION))
        .hasSize(2 * sides.policy.policy().grossBlocks())
        .allMatch(fork -> fork.cell().benchmark().equals("steady"));
    assertThat(sides.passedMillis()).isLessThan(sides.budgetMillis / 2);
  }

  @Test
  void candidateThatExhaustsTheBudgetFailsWithBothDurations() {
    sides.headForks = 8;
    sides.noise = 0.1;
    GateReport report = run();
    assertThat(failure(report))
        .matches(
            "time ran out after \\d+ of 12 blocks: the candidate's forks took [0-9.]+ s, the baseline's [0-9.]+ s,"
                + " and in (\\d+) of \\1 pairs more than 25 % longer, in none as much shorter");
    assertThat(FakeSides.judgeAgain(sides.policy, folder.resolve("out")).outcome())
        .isEqualTo(Outcome.FAILED);
  }

  @Test
  void pauseInOneCandidateForkDoesNotFailTheCandidate() {
    sides.noise = 0.1;
    sides.pauses.put("blocks block 3, burst incStep=25, candidate", 119_000L);
    GateReport report = shortOfTime();
    assertThat(report.notes()).anyMatch(note -> note.startsWith("Time ran out after"));
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(report.plan().overrun()).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "candidate, burst, Time ran out after 4 of 9 blocks.",
    "candidate, steady, Time ran out after 4 of 9 blocks.",
    "baseline, steady, 'The budget is too short to time all cells; left out: steady incStep=25.'",
    "baseline, burst, 'The budget is too short to time all cells; left out: steady incStep=25, burst incStep=25.'",
    "baseline, burst steady, 'The budget is too short to time all cells; left out: steady incStep=25, burst incStep=25.'"
  })
  void pauseInTheFirstBlockDoesNotFailTheCandidate(String side, String cells, String note) {
    for (String cell : cells.split(" ", -1)) {
      sides.pauses.put(
          "blocks block 1, %s incStep=25, %s".formatted(cell, side), ALL_THE_TIME_MILLIS);
    }
    GateReport report = shortOfTime();
    assertThat(report.notes()).contains(note);
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(report.plan().overrun()).isNull();
    assertThat(FakeSides.judgeAgain(sides.policy, folder.resolve("out")))
        .isEqualTo(report.judgement());
  }

  @Test
  void candidateWithALongFirstForkFailsAfterSevenPairs() {
    sides.headForks = 40;
    GateReport report = shortOfTime();
    assertThat(failure(report))
        .isEqualTo(
            "time ran out after 3 of 9 blocks: the candidate's forks took 1120.0 s, the baseline's 28.0 s,"
                + " and in 7 of 7 pairs more than 25 % longer, in none as much shorter");
    assertThat(sides.ran(Stage.BLOCKS)).hasSize(7 * 2);
  }

  @Test
  void slowCellIsFoundEvenIfTheFirstForkExhaustsTheBudget() {
    sides.budgetMillis = NINE_BLOCKS_MILLIS;
    sides.cellChange.put("steady", 2.0);
    sides.pauses.put("blocks block 1, steady incStep=25, candidate", ALL_THE_TIME_MILLIS);
    sides.pauses.put("blocks block 2, steady incStep=25, candidate", ALL_THE_TIME_MILLIS);
    assertThat(run().judgement().outcome().fails()).isTrue();
  }

  @Test
  void failedBaselineForkIsNotTimed() {
    sides.headForks = 8;
    sides.noise = 0.1;
    sides.failing = "blocks block 1, burst incStep=25, baseline";
    sides.failsOnce = true;
    sides.pauses.put(sides.failing, 60_000L);
    sides.pausesOnce = true;
    GateReport report = run();
    assertThat(failure(report)).endsWith("in none as much shorter");
    assertThat(report.plan().forkMillis()).containsEntry("burst incStep=25", 2_667L);
  }

  @Test
  void buildsAreNotPartOfTheBudget() {
    sides.buildMillis = 900_000;
    assertThat(run().judgement().outcome()).isEqualTo(Outcome.SAME);
  }

  @Test
  void tooFewBlocksAreBadInput() {
    sides.blocks = Optional.of(5);
    refused(this::run)
        .hasMessage(
            "--blocks 5: must be at least 6; of fewer no change of whatever size could be found");
    assertThat(sides.ran).isEmpty();
  }

  @Test
  void flaggedChangeIsConfirmedAndNeverPasses() {
    sides.headChange = 0.15;
    sides.budgetMillis = 24_000 + 54_000 + 12 * 19_500;
    GateReport report = run();
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.REGRESSED);
    sides.confirmedChange = 0;
    assertThat(sides.run(folder.resolve("acquitted")).judgement().outcome())
        .isEqualTo(Outcome.INCONCLUSIVE);
  }

  @Test
  void shortBudgetLeavesCellsOutAsInconclusive() {
    sides.budgetMillis = 24_000 + 7 * 13_500;
    GateReport report = run();
    assertThat(sides.passedMillis()).isLessThanOrEqualTo(sides.budgetMillis);
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(report.notes()).anyMatch(note -> note.contains("left out: steady incStep=25"));
    assertThat(sides.ran(Stage.BLOCKS))
        .filteredOn(fork -> fork.cell().benchmark().equals("steady"))
        .as("only in the first block, which shows how long it takes")
        .hasSize(2);
    assertThat(report.judgement().of(Outcome.SAME))
        .extracting("metric")
        .contains("score", "cpuTime");
    assertThat(report.judgement().of(Outcome.INCONCLUSIVE))
        .singleElement()
        .satisfies(
            left -> {
              assertThat(left.cell()).startsWith("steady");
              assertThat(left.note()).startsWith("not timed");
              assertThat(left.ratio()).isNaN();
            });
  }

  @Test
  void cellsThatFitUpToTheFirstLookAreMeasured() {
    sides.policy = PolicyFile.parse("test", FakeSides.YAML.replace("alarm: 0.9", "alarm: 0.05"));
    sides.budgetMillis = 24_000 + 6 * 13_500 + 6 * 19_500;
    GateReport report = run();
    assertThat(sides.passedMillis()).isLessThanOrEqualTo(sides.budgetMillis);
    assertThat(report.plan().leftOut()).isEmpty();
    assertThat(report.plan().plannedBlocks()).as("enough to show a change").isEqualTo(10);
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.SAME);
  }

  @Test
  void cellsThatFitWithoutTimeForAConfirmationAreMeasured() {
    sides.budgetMillis = 24_000 + 6 * 19_500;
    GateReport report = run();
    assertThat(sides.passedMillis()).isLessThanOrEqualTo(sides.budgetMillis);
    assertThat(report.plan().leftOut()).isEmpty();
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.SAME);
  }

  @Test
  void flaggedChangeIsConfirmedBeyondABudgetWithoutTimeForIt() {
    sides.headChange = 0.15;
    sides.budgetMillis = 24_000 + 6 * 19_500;
    GateReport report = run();
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.REGRESSED);
    assertThat(sides.passedMillis()).isBetween(sides.budgetMillis, sides.budgetMillis + 6 * 13_500);
  }

  @Test
  void budgetTooShortForAnyCellIsInconclusive() {
    sides.budgetMillis = 1_000;
    GateReport report = run();
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(report.notes())
        .anyMatch(note -> note.endsWith("left out: steady incStep=25, burst incStep=25."));
    assertThat(sides.ran(Stage.BLOCKS)).isEmpty();
  }

  @Test
  void slowMachineEndsTheBlocksWithoutFailingTheCandidate() {
    sides.noise = 0.1;
    // From the 20th fork on, each fork takes three times as long.
    sides.slowAfterForks = 20;
    GateReport report = shortOfTime();
    assertThat(sides.passedMillis())
        .isLessThanOrEqualTo(sides.budgetMillis + 2 * 3 * sides.forkMillis);
    assertThat(report.notes()).anyMatch(note -> note.startsWith("Time ran out after"));
    assertThat(report.judgement().decided()).isTrue();
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(report.plan().overrun()).isNull();
  }
}
