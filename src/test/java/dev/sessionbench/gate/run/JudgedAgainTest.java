package dev.sessionbench.gate.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sessionbench.gate.MeasurementFolder;
import dev.sessionbench.gate.judge.Finding;
import dev.sessionbench.gate.judge.Judgement;
import dev.sessionbench.gate.judge.Outcome;
import dev.sessionbench.gate.policy.PolicyFile;
import dev.sessionbench.gate.show.GateReport;
import dev.sessionbench.model.BadInput;
import dev.sessionbench.run.plan.Shard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Gates that are judged again, go on after an interruption, or are put together. */
class JudgedAgainTest {
  @TempDir Path folder;

  private final FakeArms arms = new FakeArms();

  private GateReport run() {
    return arms.run(folder.resolve("out"));
  }

  @Test
  void theMeasurementsGiveTheSameVerdictAgain() {
    arms.headChange = 0.1;
    Judgement measured = run().judgement();
    assertThat(FakeArms.judgeAgain(arms.policy, folder.resolve("out"))).isEqualTo(measured);
    assertThat(
            FakeArms.judgeAgain(
                MeasurementFolder.open(folder.resolve("out")).policy(), folder.resolve("out")))
        .isEqualTo(measured);
  }

  @Test
  void anotherPolicyJudgesTheSameMeasurementsOtherwise() {
    arms.headChange = 0.1;
    run();
    PolicyFile lenient =
        PolicyFile.parse("lenient", FakeArms.YAML.replace("margin: 0.05", "margin: 0.25"));
    assertThat(FakeArms.judgeAgain(lenient, folder.resolve("out")).outcome())
        .isEqualTo(Outcome.SAME);
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
    Judgement judgement = FakeArms.judgeAgain(arms.policy, folder.resolve("out"));
    assertThat(judgement.blocks()).isEqualTo(4);
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
  }

  /** What is said of a gate that was interrupted after so many forks and is steady up to then. */
  private Judgement died(FakeArms dying, String name, int forks) {
    dying.noise = 0.002;
    dying.interruptedAfter = forks;
    Path out = folder.resolve(name);
    assertThatIllegalStateException().isThrownBy(() -> dying.run(out));
    return FakeArms.judgeAgain(dying.policy, out);
  }

  @Test
  void aGateThatDiedIsInconclusiveByNameHoweverSteadyItsBlocks() {
    Judgement judgement = died(arms, "out", 2 + 5 * 4 + 1);
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(judgement.of(Outcome.INCONCLUSIVE))
        .hasSize(2)
        .extracting(Finding::note)
        .containsOnly("the gate ended after 5 of 12 blocks without a verdict of its own");
  }

  @ParameterizedTest
  @CsvSource({"0, before its", "2, after 0 of 12", "3, after 0 of 12", "5, after 0 of 12"})
  void soIsOneThatDiedBeforeEachCellHadABlock(int forks, String when) {
    Judgement judgement = died(arms, "out", forks);
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(judgement.of(Outcome.INCONCLUSIVE))
        .extracting(Finding::note)
        .contains("the gate ended " + when + " blocks without a verdict of its own");
  }

  @Test
  void soIsOneThatDiedWhileItCounted() throws IOException {
    died(arms, "out", 0);
    Files.delete(folder.resolve("out/counts.json"));
    Judgement judgement = FakeArms.judgeAgain(arms.policy, folder.resolve("out"));
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(judgement.findings().get(0).note())
        .isEqualTo("head: the gate ended before it had counted; not counted again");
  }

  @Test
  void aPartThatDiedIsNamedAndHidesNothingOfAnother() {
    FakeArms second = new FakeArms();
    second.shard = new Shard(2, 2);
    died(second, "two", 1 + 5 * 2);
    arms.shard = new Shard(1, 2);
    arms.noise = 0.002;
    arms.run(folder.resolve("one"));
    Path two = folder.resolve("two");
    Judgement judgement = FakeArms.judgeAgain(arms.policy, folder.resolve("one"), two);
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(judgement.of(Outcome.INCONCLUSIVE))
        .singleElement()
        .satisfies(f -> assertThat(f.cell()).isEqualTo("steady incStep=25"))
        .satisfies(
            f ->
                assertThat(f.note())
                    .isEqualTo(
                        "part 2 of 2 ended after 5 of 12 blocks without a verdict of its own"));
    arms.headChange = 0.1;
    arms.run(folder.resolve("slower"));
    assertThat(FakeArms.judgeAgain(arms.policy, folder.resolve("slower"), two).outcome())
        .isEqualTo(Outcome.REGRESSED);
  }

  @ParameterizedTest
  @CsvSource({"003-burst-*-head, 3", "003-burst-*, 3", "006-burst-*-base, 6"})
  void aBlockThatLacksAForkIsNamed(String lost, String block) throws IOException {
    run();
    try (var files = Files.newDirectoryStream(folder.resolve("out/blocks"), lost + ".json")) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
    Judgement judgement = FakeArms.judgeAgain(arms.policy, folder.resolve("out"));
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(judgement.of(Outcome.INCONCLUSIVE))
        .extracting(Finding::note)
        .contains("blocks block " + block + " does not have both forks");
  }

  @Test
  void whatTheFirstPartOfAnInterruptedGateSaidIsSaidInTheEnd() {
    arms.budgetMillis = 24_000 + 8_000 + 54_000 + 9 * 18_000;
    arms.interruptedAfter = 9;
    assertThatIllegalStateException().isThrownBy(this::run);
    arms.interruptedAfter = Integer.MAX_VALUE;
    assertThat(arms.resume(folder.resolve("out")).notes())
        .contains("The budget allows 9 blocks of the policy's 12.")
        .anyMatch(note -> note.matches("It took \\d+ s since it was resumed\\."));
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
  void aFreshForkThatFailedBeforeAnInterruptionHasFailedHoweverItRunsAgain() {
    arms.cellChange.put("burst", 0.1);
    arms.failing = "confirmation block 2, burst incStep=25, head";
    assertThat(run().judgement().outcome()).isEqualTo(Outcome.FAILED);
    FakeArms interrupted = new FakeArms();
    interrupted.cellChange.put("burst", 0.1);
    interrupted.failing = arms.failing;
    interrupted.interruptedAfter = arms.ran.size() - 2;
    Path out = folder.resolve("interrupted");
    assertThatIllegalStateException().isThrownBy(() -> interrupted.run(out));
    assertThat(interrupted.ran.toString()).contains(arms.failing);
    interrupted.interruptedAfter = Integer.MAX_VALUE;
    interrupted.failing = "";
    assertThat(interrupted.resume(out).judgement().outcome()).isEqualTo(Outcome.FAILED);
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
  void aGateWhosePolicyWasEditedNeitherGoesOnNorIsJudgedByIt() throws IOException {
    arms.interruptedAfter = 9;
    assertThatIllegalStateException().isThrownBy(this::run);
    Path policy = folder.resolve("out/policy.yaml");
    Files.writeString(policy, FakeArms.YAML.replace("margin: 0.05", "margin: 0.9"));
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> arms.resume(folder.resolve("out")))
        .withMessageStartingWith(policy + ": its hash is ")
        .withMessageContaining(arms.policy.hash() + ": must be as it was");
    Files.writeString(policy, FakeArms.YAML);
    arms.interruptedAfter = Integer.MAX_VALUE;
    assertThat(arms.resume(folder.resolve("out")).judgement().outcome()).isEqualTo(Outcome.SAME);
  }

  @Test
  void shardsThatRanUnderDifferentPoliciesAreNotPutTogether() {
    arms.shard = new Shard(1, 2);
    arms.run(folder.resolve("one"));
    arms.shard = new Shard(2, 2);
    arms.policy = PolicyFile.parse("lenient", FakeArms.YAML.replace("margin: 0.05", "margin: 0.9"));
    arms.run(folder.resolve("two"));
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(
            () -> FakeArms.judgeAgain(arms.policy, folder.resolve("one"), folder.resolve("two")))
        .withMessageContaining("ran under a policy of the hash " + arms.policy.hash())
        .withMessageEndingWith("must be shards of one gate");
  }

  @Test
  void aGateThatHasEndedDoesNotGoOn() {
    run();
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> arms.resume(folder.resolve("out")))
        .withMessageContaining("that gate has ended: judge it with --from");
  }

  @Test
  void shardsTogetherAreTheWhole() {
    arms.shard = new Shard(1, 2);
    arms.run(folder.resolve("one"));
    arms.shard = new Shard(2, 2);
    arms.run(folder.resolve("two"));
    Judgement merged =
        FakeArms.judgeAgain(arms.policy, folder.resolve("one"), folder.resolve("two"));
    assertThat(merged.outcome()).isEqualTo(Outcome.SAME);
    assertThat(merged.findings().stream().map(f -> f.cell()).distinct()).hasSize(3);
  }

  @Test
  void aShardThatIsMissingFailsTheWhole() {
    arms.shard = new Shard(1, 2);
    arms.run(folder.resolve("one"));
    assertThat(FakeArms.judgeAgain(arms.policy, folder.resolve("one")).outcome())
        .isEqualTo(Outcome.MISSING);
  }

  @Test
  void aRegressionInOneShardIsOneOfTheWhole() {
    arms.shard = new Shard(1, 2);
    arms.run(folder.resolve("one"));
    arms.shard = new Shard(2, 2);
    arms.headChange = 0.1;
    arms.run(folder.resolve("two"));
    assertThat(
            FakeArms.judgeAgain(arms.policy, folder.resolve("one"), folder.resolve("two"))
                .outcome())
        .isEqualTo(Outcome.REGRESSED);
  }

  @Test
  void foldersThatAreNoShardsOfOneGateAreRefused() {
    arms.run(folder.resolve("one"));
    arms.run(folder.resolve("two"));
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(
            () -> FakeArms.judgeAgain(arms.policy, folder.resolve("one"), folder.resolve("two")))
        .withMessageContaining("must be different shards");
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> FakeArms.judgeAgain(arms.policy, folder))
        .withMessageContaining("must be the folder of a gate");
  }
}
