package dev.sessionbench.gate.run;

import static dev.sessionbench.base.model.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks gates that are judged again, resumed after an interruption, or merged from shards. */
class JudgedAgainTest {
  @TempDir Path folder;

  private final FakeSides sides = new FakeSides();

  private GateReport run() {
    return sides.run(folder.resolve("out"));
  }

  private GateReport resume() {
    sides.interruptedAfter = Integer.MAX_VALUE;
    return sides.resume(folder.resolve("out"));
  }

  private void interrupt(int after) {
    sides.interruptedAfter = after;
    assertThatIllegalStateException().isThrownBy(this::run);
  }

  /** Runs one of two parts. */
  private void part(int part, String name) {
    sides.shard = new Shard(part, 2);
    sides.run(folder.resolve(name));
  }

  private Judgement again(String... names) {
    return again(sides.policy, names);
  }

  private Judgement again(PolicyFile policy, String... names) {
    return FakeSides.judgeAgain(policy, Stream.of(names).map(folder::resolve).toArray(Path[]::new));
  }

  @Test
  void judgingAgainGivesTheSameVerdict() {
    sides.headChange = 0.1;
    Judgement measured = run().judgement();
    assertThat(again("out")).isEqualTo(measured);
    assertThat(again(MeasurementFolder.open(folder.resolve("out")).policy(), "out"))
        .isEqualTo(measured);
  }

  @Test
  void anotherPolicyCanGiveAnotherVerdict() {
    sides.headChange = 0.1;
    run();
    PolicyFile lenient =
        PolicyFile.parse("lenient", FakeSides.YAML.replace("margin: 0.05", "margin: 0.25"));
    assertThat(again(lenient, "out").outcome()).isEqualTo(Outcome.SAME);
  }

  @Test
  void sameSeedAndTimesGiveTheSameVerdict() {
    Judgement first = run().judgement();
    Judgement second = new FakeSides().run(folder.resolve("again")).judgement();
    assertThat(second).isEqualTo(first);
  }

  @Test
  void resumedGateKeepsItsEarlierNotes() {
    sides.budgetMillis = 24_000 + 8_000 + 54_000 + 9 * 18_000;
    interrupt(9);
    assertThat(resume().notes())
        .contains("The budget allows 9 blocks of the policy's 12.")
        .anyMatch(note -> note.matches("It took \\d+ s since it was resumed\\."));
  }

  @Test
  void resumedGateGivesTheVerdictOfAnUninterruptedOne() {
    sides.headChange = 0.1;
    Judgement whole = run().judgement();
    int forks = sides.ran.size();
    for (int after = 0; after < forks; after += 7) {
      FakeSides interrupted = new FakeSides();
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
  void resumedGateRunsTheRequestedBlocks() {
    sides.blocks = Optional.of(7);
    sides.headChange = 0.1;
    interrupt(2);
    assertThat(resume().plan().plannedBlocks()).isEqualTo(7);
  }

  @Test
  void resumingDoesNotClearAFailedFreshFork() {
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
    interrupted.interruptedAfter = Integer.MAX_VALUE;
    interrupted.failing = "";
    assertThat(interrupted.resume(out).judgement().outcome()).isEqualTo(Outcome.FAILED);
  }

  @Test
  void refusesToResumeWithAnotherSide() {
    interrupt(9);
    sides.headCommit = "def";
    refused(this::resume)
        .hasMessageContaining("its candidate was ")
        .hasMessageContaining("gitCommit=def");
  }

  @Test
  void refusesToResumeWithAnEditedPolicy() throws IOException {
    interrupt(9);
    Path policy = folder.resolve("out/policy.yaml");
    Files.writeString(policy, FakeSides.YAML.replace("margin: 0.05", "margin: 0.9"));
    refused(this::resume)
        .hasMessageStartingWith(policy + ": its hash is ")
        .hasMessageContaining(sides.policy.hash() + ": must be as it was");
    Files.writeString(policy, FakeSides.YAML);
    assertThat(resume().judgement().outcome()).isEqualTo(Outcome.SAME);
  }

  @Test
  void refusesShardsOfDifferentPolicies() {
    part(1, "one");
    sides.policy =
        PolicyFile.parse("lenient", FakeSides.YAML.replace("margin: 0.05", "margin: 0.9"));
    part(2, "two");
    refused(() -> again("one", "two"))
        .hasMessageContaining("its policy's hash is " + sides.policy.hash())
        .hasMessageEndingWith("must be shards of one gate");
  }

  @Test
  void refusesToResumeAFinishedGate() {
    run();
    refused(this::resume).hasMessageContaining("that gate has ended: judge it with --from");
  }

  @Test
  void mergedShardsCoverAllCells() {
    part(1, "one");
    part(2, "two");
    Judgement merged = again("one", "two");
    assertThat(merged.outcome()).isEqualTo(Outcome.SAME);
    assertThat(merged.findings().stream().map(f -> f.cell()).distinct()).hasSize(3);
  }

  @Test
  void missingOrSlowerShardFailsTheGate() {
    part(1, "one");
    assertThat(again("one").outcome()).isEqualTo(Outcome.MISSING);
    sides.headChange = 0.1;
    part(2, "two");
    assertThat(again("one", "two").outcome()).isEqualTo(Outcome.REGRESSED);
  }

  @Test
  void refusesFoldersThatAreNotShardsOfOneGate() {
    sides.run(folder.resolve("one"));
    sides.run(folder.resolve("two"));
    refused(() -> again("one", "two")).hasMessageContaining("must be different shards");
    refused(() -> again("")).hasMessageContaining("must be the folder of a gate");
  }
}
