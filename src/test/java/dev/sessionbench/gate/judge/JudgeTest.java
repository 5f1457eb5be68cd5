package dev.sessionbench.gate.judge;

import static dev.sessionbench.gate.judge.SyntheticGate.BURST;
import static dev.sessionbench.gate.judge.SyntheticGate.STEADY;
import static dev.sessionbench.gate.judge.SyntheticGate.finding;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sessionbench.gate.GateData;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.policy.SyntheticPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the verdict on changes of different sizes and certainty. */
class JudgeTest {
  private static SyntheticGate gate(double change) {
    return new SyntheticGate(1).change(BURST, "score", change);
  }

  @ParameterizedTest
  @CsvSource({
    "nothing changed,                     0,    0.015, 12, true,  SAME,         true",
    "quiet cells at the first look,       0,    0.01,   6, false, SAME,         true",
    "the first look cannot condemn,       0.2,  0.015,  6, false, INCONCLUSIVE, false",
    "as clear an improvement passes,     -0.1,  0.015, 12, true,  IMPROVED,     true",
    "significant and below the margin,    0.02, 0.002, 12, true,  SAME,         true",
    "of the margin: neither same nor not, 0.03, 0.01,  12, true,  INCONCLUSIVE, true",
    "too few blocks can show nothing,     0.2,  0.015,  4, true,  INCONCLUSIVE, true",
  })
  void outcomeOfAChange(
      String what,
      double change,
      double noise,
      int blocks,
      boolean ended,
      Outcome outcome,
      boolean decided) {
    SyntheticGate gate = gate(change).noise(noise).blocks(blocks);
    gate.ended = ended;
    Judgement judgement = gate.judge();
    assertThat(judgement.outcome()).as(what).isEqualTo(outcome);
    assertThat(judgement.decided()).as(what).isEqualTo(decided);
    assertThat(SyntheticGate.changed(judgement).isEmpty())
        .as(what)
        .isEqualTo(outcome == Outcome.SAME);
    assertThat(finding(judgement, BURST, "score").outcome()).as(what).isEqualTo(outcome);
    assertThat(outcome.fails()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5})
  void nothingIsDecidedBetweenLooks(int blocks) {
    assertThat(new SyntheticGate(1).blocks(blocks).open().judge().decided()).isFalse();
  }

  @Test
  void clearChangeConfirmedByFreshForksIsARegression() {
    Judgement judgement = gate(0.1).judge();
    assertThat(judgement.outcome()).isEqualTo(Outcome.REGRESSED);
    Finding found = finding(judgement, BURST, "score");
    assertThat(found.outcome()).isEqualTo(Outcome.REGRESSED);
    assertThat(found.ratio()).isBetween(1.08, 1.12);
    assertThat(found.blocks()).isEqualTo(18);
    assertThat(found.note()).startsWith("6 fresh blocks: +");
    assertThat(judgement.suspects()).containsExactly(BURST);
    assertThat(finding(judgement, STEADY, "score").outcome()).isEqualTo(Outcome.SAME);
  }

  @Test
  void unconfirmedChangeIsInconclusive() {
    SyntheticGate gate = gate(0.1);
    gate.fresh = 0;
    Judgement judgement = gate.judge();
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(judgement.suspects()).containsExactly(BURST);
    assertThat(finding(judgement, BURST, "score").note())
        .isEqualTo("not confirmed: no fresh forks were run");
  }

  @Test
  void freshForksThatDisagreeMakeAChangeInconclusive() {
    SyntheticGate gate =
        gate(0.1)
            .fresh(BURST, "score", new SyntheticGate(2).series(BURST, "score").first(6))
            .fresh(BURST, "cpu", SyntheticGate.pairs(0, 1, 1));
    assertThat(gate.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(gate.finding(BURST, "score").note()).startsWith("not confirmed");
  }

  @Test
  void significantChangeBelowTheMarginShowsInItsInterval() {
    assertThat(interval(gate(0.02).noise(0.002).finding(BURST, "score")).low()).isGreaterThan(1.01);
  }

  private static dev.sessionbench.base.stats.Interval interval(Finding found) {
    return found.interval().orElseThrow();
  }

  @Test
  void noiseIsInconclusiveWithItsDetectableEffect() {
    SyntheticGate gate = new SyntheticGate(3).noise(0.2);
    assertThat(gate.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(gate.finding(BURST, "score").detectableChange()).isBetween(0.1, 0.6);
  }

  @Test
  void changesThatNeverMatterWidenTheMargin() {
    GateData data = new SyntheticGate(1).change(BURST, "cpu", 0.3).data();
    assertThat(Judge.judge(SyntheticPolicy.POLICY, data).outcome()).isEqualTo(Outcome.REGRESSED);
    assertThat(
            Judge.judge(SyntheticPolicy.with("negligible: 10", "negligible: 350"), data).outcome())
        .isEqualTo(Outcome.SAME);
  }

  @Test
  void equalMeasurementsGiveEqualVerdicts() {
    assertThat(new SyntheticGate(5).judge()).isEqualTo(new SyntheticGate(5).judge());
  }

  @Test
  void equalBlocksGiveTheirOwnRatio() {
    Finding found = gate(0.1).noise(0).finding(BURST, "score");
    assertThat(found.note()).isEqualTo("6 fresh blocks: +10.0 %, p = 0.016");
    assertThat(found.base()).isCloseTo(700, within(1e-9));
    assertThat(found.head()).isCloseTo(770, within(1e-9));
    assertThat(found.ratio()).isCloseTo(1.1, within(1e-9));
    // The p-value is 2^-12, times the policy's four tests.
    assertThat(found.pValue()).isCloseTo(4 / 4096.0, within(1e-12));
  }

  @Test
  void improvementBelowTheMarginIsNotReported() {
    // The other cell keeps the gate from ending at the first look.
    Judgement judgement = gate(-0.02).change(STEADY, "score", 0.1).noise(0.002).judge();
    assertThat(judgement.blocks()).isEqualTo(12);
    assertThat(finding(judgement, BURST, "score").outcome()).isEqualTo(Outcome.SAME);
  }

  @Test
  void mostCertainFindingIsConfirmedFirst() {
    assertThat(gate(0.06).change(STEADY, "score", 0.2).noise(0.002).judge().suspects())
        .containsExactly(STEADY, BURST);
    assertThat(gate(0.2).change(STEADY, "score", 0.06).noise(0.002).judge().suspects())
        .containsExactly(BURST, STEADY);
  }

  @Test
  void findingsOfACellAreConfirmedByTheSamePairs() {
    Judgement judgement = gate(0.2).change(BURST, "cpu", 0.3).judge();
    assertThat(judgement.suspects()).containsExactly(BURST);
    assertThat(judgement.of(Outcome.REGRESSED))
        .extracting(Finding::metric)
        .contains("score", "cpu");
  }

  @Test
  void effectOfRunningSecondIsNoChange() {
    for (int seed = 1; seed <= 100; seed++) {
      SyntheticGate gate = new SyntheticGate(seed).noise(0.002);
      gate.second = 0.1;
      assertThat(gate.outcome()).as("seed %s", seed).isEqualTo(Outcome.INCONCLUSIVE);
    }
  }

  @Test
  void verdictAndIntervalNeverContradict() {
    for (int seed = 1; seed <= 300; seed++) {
      Finding found =
          new SyntheticGate(seed)
              .change(BURST, "score", 0.02 + seed * 1e-4)
              .noise(0.02)
              .finding(BURST, "score");
      boolean inside =
          found.interval().filter(i -> i.low() > 1 / 1.03 && i.high() < 1.03).isPresent();
      assertThat(found.outcome() == Outcome.SAME)
          .as("seed %s", seed)
          .isEqualTo(inside || found.note().startsWith("as the first 6 blocks showed"));
      if (found.outcome() == Outcome.REGRESSED) {
        assertThat(interval(found).low()).isGreaterThan(1.03);
      }
    }
  }
}
