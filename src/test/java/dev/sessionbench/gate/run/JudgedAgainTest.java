package dev.sessionbench.gate.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.bench.run.Shard;
import dev.sessionbench.gate.MeasurementFolder;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.judge.Judgement;
import dev.sessionbench.gate.policy.PolicyFile;
import dev.sessionbench.gate.show.GateReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
