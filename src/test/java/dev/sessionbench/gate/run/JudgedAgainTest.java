package dev.sessionbench.gate.run;

import static dev.sessionbench.base.model.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sessionbench.gate.MeasurementFolder;
import dev.sessionbench.gate.judge.Finding;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.judge.Judgement;
import dev.sessionbench.gate.policy.PolicyFile;
import dev.sessionbench.gate.show.GateReport;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks gates that are judged again. */
class JudgedAgainTest {
  @TempDir Path folder;

  private final FakeSides sides = new FakeSides();

  private GateReport run() {
    return sides.run(folder.resolve("out"));
  }

  private Judgement again(PolicyFile policy) {
    return FakeSides.judgeAgain(policy, folder.resolve("out"));
  }

  @Test
  void judgingAgainGivesTheSameVerdict() {
    sides.headChange = 0.1;
    Judgement measured = run().judgement();
    assertThat(again(sides.policy)).isEqualTo(measured);
    assertThat(again(MeasurementFolder.open(folder.resolve("out")).policy())).isEqualTo(measured);
  }

  @Test
  void anotherPolicyCanGiveAnotherVerdict() {
    sides.headChange = 0.1;
    run();
    PolicyFile lenient =
        PolicyFile.parse("lenient", FakeSides.YAML.replace("margin: 0.05", "margin: 0.25"));
    assertThat(again(lenient).outcome()).isEqualTo(Outcome.SAME);
  }

  @Test
  void cellThatTheGatesOwnPolicyDidNotHaveIsInconclusive() {
    run();
    String added =
        "  - {benchmark: new, params: {incStep: 25}, warmups: 1, iterations: 3, gated: [score]}\n";
    Judgement later = again(PolicyFile.parse("larger", FakeSides.YAML + added));
    assertThat(later.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(later.findings())
        .filteredOn(finding -> finding.outcome() == Outcome.INCONCLUSIVE)
        .extracting(Finding::cell, Finding::note)
        .containsExactly(
            tuple("new incStep=25", "not timed: the policy of this gate did not have it"));
  }

  @Test
  void sameSeedAndTimesGiveTheSameVerdict() {
    Judgement first = run().judgement();
    Judgement second = new FakeSides().run(folder.resolve("again")).judgement();
    assertThat(second).isEqualTo(first);
  }

  @Test
  void folderWithoutAPlanIsRefused() {
    refused(() -> again(sides.policy)).hasMessageContaining("must be the folder of a gate");
  }
}
