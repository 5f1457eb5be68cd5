package dev.sessionbench.gate.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sessionbench.gate.judge.Finding;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.judge.Judgement;
import dev.sessionbench.gate.show.GateReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks the verdict on gates that ended early or lost forks. */
class DiedGatesTest {
  @TempDir Path folder;

  private final FakeSides sides = new FakeSides();

  private GateReport run() {
    return sides.run(folder.resolve("out"));
  }

  @Test
  void interruptedGateIsJudgedByItsBlocks() throws IOException {
    sides.noise = 0.1;
    run();
    try (var files = Files.list(folder.resolve("out/blocks"))) {
      for (Path file :
          files.filter(f -> f.getFileName().toString().compareTo("005") > 0).toList()) {
        Files.delete(file);
      }
    }
    Judgement judgement = FakeSides.judgeAgain(sides.policy, folder.resolve("out"));
    assertThat(judgement.blocks()).isEqualTo(4);
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
  }

  /** The verdict on a gate with little noise that was interrupted after a number of forks. */
  private Judgement died(FakeSides dying, String name, int forks) {
    dying.noise = 0.002;
    dying.interruptedAfter = forks;
    Path out = folder.resolve(name);
    assertThatIllegalStateException().isThrownBy(() -> dying.run(out));
    return FakeSides.judgeAgain(dying.policy, out);
  }

  @Test
  void gateThatDiedIsInconclusive() {
    Judgement judgement = died(sides, "out", 5 * 4 + 1);
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(judgement.of(Outcome.INCONCLUSIVE))
        .hasSize(2)
        .extracting(Finding::note)
        .containsOnly("the gate ended after 5 of 12 blocks without a verdict of its own");
  }

  @ParameterizedTest
  @CsvSource({
    "0, before its second block",
    "2, before its second block",
    "6, after 1 of 12 blocks"
  })
  void gateThatDiedBeforeItsSecondBlockIsInconclusive(int forks, String when) {
    Judgement judgement = died(sides, "out", forks);
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(judgement.of(Outcome.INCONCLUSIVE))
        .extracting(Finding::note)
        .contains("the gate ended " + when + " without a verdict of its own");
  }

  @Test
  void gateThatDiedWhileCountingIsInconclusive() throws IOException {
    died(sides, "out", 0);
    Files.delete(folder.resolve("out/counts.json"));
    Judgement judgement = FakeSides.judgeAgain(sides.policy, folder.resolve("out"));
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(judgement.findings().get(0).note())
        .isEqualTo("not counted again: candidate: the gate ended before it had counted");
  }

  @Test
  void crashOfTheGateEndsItAndFailsNoFork() throws IOException {
    sides.meanwhile =
        () -> {
          throw new IllegalStateException("a bug");
        };
    assertThatIllegalStateException().isThrownBy(this::run).withMessage("a bug");
    try (var files = Files.walk(folder)) {
      assertThat(files).noneMatch(file -> file.toString().endsWith(".failed.txt"));
    }
  }

  @ParameterizedTest
  @CsvSource({"003-burst-*-head, 3", "003-burst-*, 3", "006-burst-*-base, 6"})
  void blockThatLacksAForkIsNamed(String lost, String block) throws IOException {
    run();
    try (var files = Files.newDirectoryStream(folder.resolve("out/blocks"), lost + ".json")) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
    Judgement judgement = FakeSides.judgeAgain(sides.policy, folder.resolve("out"));
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(judgement.of(Outcome.INCONCLUSIVE))
        .extracting(Finding::note)
        .contains("blocks block " + block + " does not have both forks");
  }
}
