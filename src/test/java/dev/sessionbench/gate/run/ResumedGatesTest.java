package dev.sessionbench.gate.run;

import static dev.sessionbench.base.model.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.judge.Judgement;
import dev.sessionbench.gate.show.GateReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that a resumed gate measures what its folder lacks, and gives the same verdict. */
class ResumedGatesTest {
  @TempDir Path folder;

  private final FakeSides sides = new FakeSides();

  private GateReport run() {
    return sides.run(folder.resolve("out"));
  }

  private void interrupt(int forks) {
    sides.interruptedAfter = forks;
    assertThatIllegalStateException().isThrownBy(this::run);
  }

  private GateReport resume() {
    return sides.resume(folder.resolve("out"), sides.budgetMillis);
  }

  @Test
  void resumedGateGivesTheVerdictOfAnUninterruptedOne() {
    sides.headChange = 0.1;
    Judgement whole = run().judgement();
    int forks = sides.ran.size();
    for (int after = 0; after < forks; after += 3) {
      FakeSides interrupted = new FakeSides();
      interrupted.headChange = 0.1;
      interrupted.interruptedAfter = after;
      Path out = folder.resolve("after" + after);
      assertThatIllegalStateException().isThrownBy(() -> interrupted.run(out));
      int counted = interrupted.counted.size();
      assertThat(interrupted.resume(out, sides.budgetMillis).judgement())
          .as("after %s", after)
          .isEqualTo(whole);
      assertThat(interrupted.counted).as("no cell twice").hasSize(counted);
      assertThat(interrupted.ran).as("no fork twice").doesNotHaveDuplicates().hasSize(forks);
    }
  }

  @Test
  void countedCellsAreNotCountedAgain() {
    sides.baseWords = "";
    sides.headWords = "";
    int cells = 2 * CountPartsTest.CELLS;
    sides.countsInterruptedAfter = 200;
    assertThatIllegalStateException().isThrownBy(this::run);
    assertThat(FakeSides.judgeAgain(sides.policy, folder.resolve("out")).outcome())
        .isEqualTo(Outcome.INCONCLUSIVE);
    sides.countsInterruptedAfter = Integer.MAX_VALUE;
    GateReport resumed = resume();
    assertThat(resumed.judgement().outcome()).isEqualTo(Outcome.SAME);
    // Both sides count at once, so the interrupted part is counted again in whole.
    assertThat(sides.counted).hasSizeBetween(cells, cells + 2 * 35);
    assertThat(resumed.judgement()).isEqualTo(sides.run(folder.resolve("whole")).judgement());
  }

  @Test
  void resumedGateKeepsItsPlanNotesAndFirstBudget() {
    sides.budgetMillis = 24_000 + 6 * 13_500 + 5 * 19_500 + 4 * 13_500;
    interrupt(9);
    GateReport resumed = sides.resume(folder.resolve("out"), 3_600_000);
    assertThat(resumed.notes())
        .contains("The budget is short: 9 of the policy's 12 blocks were planned.")
        .anyMatch(note -> note.matches("It took \\d+ s since it was resumed\\."));
    assertThat(resumed.reproduce()).contains(" --budget 256s");
  }

  @Test
  void resumingBuildsNothing() {
    sides.baseWords = "rev=abc,incStep=25";
    sides.headWords = "tree,incStep=25";
    interrupt(9);
    sides.built.clear();
    assertThat(resume().judgement().outcome()).isEqualTo(Outcome.SAME);
    assertThat(sides.built).hasSize(2).noneMatch(SideSpec::needsBuild);
    assertThat(sides.built.get(1).jar()).hasValue(folder.resolve("out/arms/head.jar"));
  }

  @Test
  void resumingDoesNotClearAFailedFork() {
    sides.cellChange.put("burst", 0.1);
    sides.failing = "confirmation block 2, burst incStep=25, candidate";
    assertThat(run().judgement().outcome()).isEqualTo(Outcome.FAILED);
    FakeSides interrupted = new FakeSides();
    interrupted.cellChange.put("burst", 0.1);
    interrupted.failing = sides.failing;
    interrupted.interruptedAfter = sides.ran.size() - 2;
    Path out = folder.resolve("interrupted");
    assertThatIllegalStateException().isThrownBy(() -> interrupted.run(out));
    assertThat(interrupted.ran.toString()).contains(sides.failing);
    interrupted.failing = "";
    assertThat(interrupted.resume(out, sides.budgetMillis).judgement().outcome())
        .isEqualTo(Outcome.FAILED);
  }

  @Test
  void gateWithAnotherJarIsNotResumed() {
    interrupt(9);
    sides.headDigest = "def";
    refused(this::resume)
        .hasMessageStartingWith("--resume " + folder.resolve("out") + ": its candidate was ")
        .hasMessageContaining("sha256=def")
        .hasMessageEndingWith("; start a new gate");
  }

  @Test
  void gateOfAnotherMachineIsNotResumed() throws IOException {
    interrupt(9);
    Path plan = folder.resolve("out/plan.json");
    Files.writeString(
        plan,
        Files.readString(plan).replaceAll("\"cpuModel\" : \"[^\"]*\"", "\"cpuModel\" : \"Z80\""));
    refused(this::resume)
        .hasMessageContaining(": CPU is ")
        .hasMessageEndingWith(", was Z80; start a new gate");
  }

  @Test
  void gateWithAnEditedPolicyIsNotResumed() throws IOException {
    interrupt(9);
    Path policy = folder.resolve("out/policy.yaml");
    Files.writeString(policy, FakeSides.YAML.replace("margin: 0.05", "margin: 0.9"));
    refused(this::resume)
        .hasMessageStartingWith(policy + ": its hash is ")
        .hasMessageContaining(sides.policy.hash() + ": must be as it was");
  }

  @Test
  void finishedGateIsNotResumed() {
    run();
    refused(this::resume).hasMessageEndingWith("that gate has ended: judge it with --from");
  }
}
