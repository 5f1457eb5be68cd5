package dev.sessionbench.gate.judge;

import static dev.sessionbench.gate.judge.SyntheticGate.BURST;
import static dev.sessionbench.gate.judge.SyntheticGate.STEADY;
import static dev.sessionbench.gate.judge.SyntheticGate.finding;
import static dev.sessionbench.gate.judge.SyntheticGate.judge;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sessionbench.gate.CellData;
import dev.sessionbench.gate.Measurements.GateData;
import dev.sessionbench.gate.Series;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.PolicyFile;
import dev.sessionbench.gate.policy.SyntheticPolicy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a gate says of changes, large and small, sure and not. */
class JudgeTest {
  @Test
  void nothingChangedIsSame() {
    Judgement judgement = judge(new SyntheticGate(1).data());
    assertThat(judgement.outcome()).isEqualTo(Outcome.SAME);
    assertThat(judgement.decided()).isTrue();
    assertThat(judgement.changed()).isEmpty();
  }

  @Test
  void quietCellsAreClearedAtTheFirstLook() {
    SyntheticGate gate = new SyntheticGate(1);
    gate.blocks = 6;
    gate.ended = false;
    Judgement judgement = judge(gate.data());
    assertThat(judgement.outcome()).isEqualTo(Outcome.SAME);
    assertThat(judgement.decided()).isTrue();
    assertThat(judgement.blocks()).isEqualTo(6);
  }

  @Test
  void betweenTheLooksNothingIsDecided() {
    for (int blocks : new int[] {0, 1, 5}) {
      SyntheticGate gate = new SyntheticGate(1);
      gate.blocks = blocks;
      gate.ended = false;
      assertThat(judge(gate.data()).decided()).as("%s blocks", blocks).isFalse();
    }
  }

  @Test
  void theFirstLookCannotCondemn() {
    SyntheticGate gate = new SyntheticGate(1).change(BURST, "score", 0.2);
    gate.blocks = 6;
    gate.ended = false;
    Judgement judgement = judge(gate.data());
    assertThat(judgement.decided()).isFalse();
    assertThat(finding(judgement, BURST, "score").outcome()).isEqualTo(Outcome.INCONCLUSIVE);
  }

  @Test
  void aClearChangeThatFreshForksConfirmIsARegression() {
    Judgement judgement = judge(new SyntheticGate(1).change(BURST, "score", 0.1).data());
    assertThat(judgement.outcome()).isEqualTo(Outcome.REGRESSED);
    Finding found = finding(judgement, BURST, "score");
    assertThat(found.outcome()).isEqualTo(Outcome.REGRESSED);
    assertThat(found.figures().ratio()).isBetween(1.08, 1.12);
    assertThat(found.figures().blocks()).isEqualTo(18);
    assertThat(found.note()).startsWith("6 fresh blocks: +");
    assertThat(judgement.suspects()).containsExactly(BURST);
    assertThat(finding(judgement, STEADY, "score").outcome()).isEqualTo(Outcome.SAME);
  }

  @Test
  void anUnconfirmedChangeIsInconclusiveNotRegressed() {
    SyntheticGate gate = new SyntheticGate(1).change(BURST, "score", 0.1);
    gate.confirms = false;
    Judgement judgement = judge(gate.data());
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(judgement.suspects()).containsExactly(BURST);
    assertThat(finding(judgement, BURST, "score").note())
        .isEqualTo("not confirmed: no fresh forks were run");
  }

  @Test
  void freshForksThatDisagreeAcquit() {
    Series unchanged = new SyntheticGate(2).series(BURST, "score").first(6);
    GateData data =
        new SyntheticGate(1)
            .change(BURST, "score", 0.1)
            .with(
                BURST,
                old -> new CellData(12, old.blocks(), Map.of("score", unchanged), List.of()));
    Judgement judgement = judge(data);
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(finding(judgement, BURST, "score").note()).startsWith("not confirmed");
  }

  @Test
  void asClearAnImprovementPasses() {
    Judgement judgement = judge(new SyntheticGate(1).change(BURST, "score", -0.1).data());
    assertThat(judgement.outcome()).isEqualTo(Outcome.IMPROVED);
    assertThat(judgement.outcome().fails()).isFalse();
  }

  @Test
  void aSignificantChangeBelowTheMarginIsNoRegression() {
    SyntheticGate gate = new SyntheticGate(1).change(BURST, "score", 0.02);
    gate.noise = 0.002;
    Judgement judgement = judge(gate.data());
    assertThat(judgement.outcome()).isEqualTo(Outcome.SAME);
    assertThat(finding(judgement, BURST, "score").figures().interval().orElseThrow().low())
        .isGreaterThan(1.01);
  }

  @Test
  void aChangeOfTheMarginIsNeitherTheSameNorARegression() {
    SyntheticGate gate = new SyntheticGate(1).change(BURST, "score", 0.03);
    gate.noise = 0.01;
    assertThat(finding(judge(gate.data()), BURST, "score").outcome())
        .isEqualTo(Outcome.INCONCLUSIVE);
  }

  @Test
  void noiseIsInconclusiveAndSaysWhatItWouldHaveSeen() {
    SyntheticGate gate = new SyntheticGate(3);
    gate.noise = 0.2;
    Judgement judgement = judge(gate.data());
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(finding(judgement, BURST, "score").figures().detectable().orElseThrow())
        .isBetween(0.1, 0.6);
  }

  @Test
  void tooFewBlocksCanShowNothingAndSaySo() {
    SyntheticGate gate = new SyntheticGate(1).change(BURST, "score", 0.2);
    gate.blocks = 4;
    Judgement judgement = judge(gate.data());
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(judgement.decided()).isTrue();
  }

  @Test
  void changesThatNeverMatterWidenTheMargin() {
    Policy policy =
        PolicyFile.parse("test", SyntheticPolicy.YAML.replace("negligible: 10", "negligible: 350"))
            .policy();
    GateData data = new SyntheticGate(1).change(BURST, "cpu", 0.3).data();
    assertThat(judge(data).outcome()).isEqualTo(Outcome.REGRESSED);
    assertThat(Judge.judge(policy, data).outcome()).isEqualTo(Outcome.SAME);
  }

  @Test
  void equalMeasurementsGiveEqualVerdicts() {
    assertThat(judge(new SyntheticGate(5).data())).isEqualTo(judge(new SyntheticGate(5).data()));
  }

  @Test
  void equalBlocksGiveTheFiguresThatTheyAreMadeOf() {
    SyntheticGate gate = new SyntheticGate(1).change(BURST, "score", 0.1);
    gate.noise = 0;
    Finding found = finding(judge(gate.data()), BURST, "score");
    assertThat(found.note()).isEqualTo("6 fresh blocks: +10.0 %, p = 0.016");
    assertThat(found.figures().base()).isCloseTo(700, within(1e-9));
    assertThat(found.figures().head()).isCloseTo(770, within(1e-9));
    assertThat(found.figures().ratio()).isCloseTo(1.1, within(1e-9));
    // 2^-12, times the four tests of the policy.
    assertThat(found.figures().pValue()).isCloseTo(4 / 4096.0, within(1e-12));
  }

  @Test
  void aChangeForTheBetterBelowTheMarginIsNoImprovement() {
    // The other cell keeps the gate from ending at the first look.
    SyntheticGate gate =
        new SyntheticGate(1).change(BURST, "score", -0.02).change(STEADY, "score", 0.1);
    gate.noise = 0.002;
    Judgement judgement = judge(gate.data());
    assertThat(judgement.blocks()).isEqualTo(12);
    assertThat(finding(judgement, BURST, "score").outcome()).isEqualTo(Outcome.SAME);
  }

  @Test
  void theSurestOfSeveralFindingsIsConfirmedFirst() {
    SyntheticGate gate =
        new SyntheticGate(1).change(BURST, "score", 0.06).change(STEADY, "score", 0.2);
    gate.noise = 0.002;
    assertThat(judge(gate.data()).suspects()).containsExactly(STEADY, BURST);
    SyntheticGate other =
        new SyntheticGate(1).change(BURST, "score", 0.2).change(STEADY, "score", 0.06);
    other.noise = 0.002;
    assertThat(judge(other.data()).suspects()).containsExactly(BURST, STEADY);
  }

  @Test
  void allFindingsOfACellAreConfirmedByTheSamePairs() {
    Judgement judgement =
        judge(new SyntheticGate(1).change(BURST, "score", 0.2).change(BURST, "cpu", 0.3).data());
    assertThat(judgement.suspects()).containsExactly(BURST);
    assertThat(judgement.of(Outcome.REGRESSED))
        .extracting(Finding::metric)
        .contains("score", "cpu");
  }

  @Test
  void whatTheSecondForkHasFromBeingSecondIsShown() {
    // The other cell keeps the gate from ending at the first look.
    SyntheticGate gate = new SyntheticGate(1).change(STEADY, "score", 0.1);
    gate.second = 0.02;
    gate.noise = 0.002;
    assertThat(finding(judge(gate.data()), BURST, "score").note())
        .matches("whichever arm runs second: \\+(1\\.9|2\\.[01]) %");
    assertThat(finding(judge(new SyntheticGate(1).data()), BURST, "score").note()).isEmpty();
  }

  @Test
  void theVerdictAndTheIntervalNeverContradictOneAnother() {
    for (int seed = 1; seed <= 300; seed++) {
      SyntheticGate gate = new SyntheticGate(seed).change(BURST, "score", 0.02 + seed * 1e-4);
      gate.noise = 0.02;
      Finding found = finding(judge(gate.data()), BURST, "score");
      boolean inside =
          found.figures().interval().filter(i -> i.low() > 1 / 1.03 && i.high() < 1.03).isPresent();
      assertThat(found.outcome() == Outcome.SAME)
          .as("seed %s", seed)
          .isEqualTo(inside || found.note().startsWith("as the first 6 blocks showed"));
      if (found.outcome() == Outcome.REGRESSED) {
        assertThat(found.figures().interval().orElseThrow().low()).isGreaterThan(1.03);
      }
    }
  }
}
