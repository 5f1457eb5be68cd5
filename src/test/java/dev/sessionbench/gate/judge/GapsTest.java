package dev.sessionbench.gate.judge;

import static dev.sessionbench.gate.judge.SyntheticGate.BURST;
import static dev.sessionbench.gate.judge.SyntheticGate.STEADY;
import static dev.sessionbench.gate.judge.SyntheticGate.finding;
import static dev.sessionbench.gate.judge.SyntheticGate.pairs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sessionbench.gate.CellData;
import dev.sessionbench.gate.GateData;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.policy.Conclusion;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.SyntheticPolicy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks findings on failed, missing, left out and shown metrics. */
class GapsTest {
  private static final double NONE = Double.NaN;

  private static Judgement judge(GateData data) {
    return Judge.judge(SyntheticPolicy.POLICY, data);
  }

  private static SyntheticGate failing(String... failures) {
    return new SyntheticGate(1)
        .cell(BURST, old -> old.withPlanned(12).withFailures(List.of(failures)));
  }

  private static SyntheticGate lacking(String cell) {
    return new SyntheticGate(1).cell(cell, old -> CellData.NONE);
  }

  @Test
  void failedForkFailsTheGateWithTheFirstReason() {
    Judgement judgement = failing("block 3: boom").judge();
    assertThat(judgement.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(judgement.outcome().fails()).isTrue();
    assertThat(judgement.of(Outcome.FAILED).get(0).note()).isEqualTo("block 3: boom");
    assertThat(failing("block 3: boom", "2", "3").judge().of(Outcome.FAILED).get(0).note())
        .isEqualTo("block 3: boom (and 2 more)");
  }

  @Test
  void cellOrMetricThatOneSideLosesFailsTheGate() {
    assertThat(lacking(STEADY).outcome()).isEqualTo(Outcome.MISSING);
    assertThat(lacking(STEADY).judge().of(Outcome.MISSING))
        .contains(Finding.broken(STEADY, Outcome.MISSING, "nothing was measured"));
    assertThat(
            new SyntheticGate(1)
                .blocks(BURST, "score", pairs(1, 1, NONE))
                .blocks(BURST, "cpu", pairs(1, 1, NONE))
                .outcome())
        .isEqualTo(Outcome.MISSING);
  }

  /**
   * A gate with a shown metric: it is 50 % higher in one timed cell and has no value in the other.
   */
  private static SyntheticGate shown() {
    return new SyntheticGate(1)
        .blocks(BURST, "p99", pairs(12, 2, 3))
        .blocks(STEADY, "p99", pairs(12, 0, 3));
  }

  @Test
  void cellWithoutTimeIsInconclusiveAndNotMissing() {
    Judgement judgement = shown().leftOut(BURST).judge();
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(SyntheticGate.changed(judgement)).containsExactly(Finding.untimed(BURST));
    assertThat(judgement.findings())
        .filteredOn(f -> f.cell().equals(BURST))
        .extracting(Finding::kind)
        .containsOnly(Finding.Kind.EXACT);
  }

  @Test
  void ungatedMetricIsShownWithItsInterval() {
    Judgement judgement = shown().judge();
    assertThat(judgement.outcome()).isEqualTo(Outcome.SAME);
    Finding shown = finding(judgement, BURST, "p99");
    assertThat(shown.kind()).isEqualTo(Finding.Kind.SHOWN);
    assertThat(shown.label()).isEqualTo("p99");
    assertThat(shown.ratio()).isCloseTo(1.5, within(1e-12));
    assertThat(shown.interval().orElseThrow().confidence()).isBetween(0.90, 0.92);
    assertThat(judgement.of(Outcome.SAME)).doesNotContain(shown);
    // The metric has no value in the other cell, so nothing is shown for it.
    assertThat(judgement.findings())
        .noneMatch(f -> f.cell().equals(STEADY) && f.metric().equals("p99"));
  }

  @Test
  void oneBlockWithoutAValueFailsTheGate() {
    Finding gap =
        new SyntheticGate(1)
            .blocks(BURST, "cpu", pairs(1, 1, NONE).and(pairs(11, 700, 700)))
            .finding(BURST, "cpu");
    assertThat(gap.outcome()).isEqualTo(Outcome.MISSING);
    assertThat(gap.note()).isEqualTo("no value of the candidate in 1 of 12 blocks");
    assertThat(
            new SyntheticGate(1)
                .cell(BURST, old -> CellData.NONE.withPlanned(12))
                .finding(BURST, "cpu")
                .note())
        .isEqualTo("no values");
  }

  @Test
  void oneFreshBlockWithoutAValueFailsTheGate() {
    SyntheticGate gate =
        new SyntheticGate(1).change(BURST, "score", 0.1).fresh(BURST, "cpu", pairs(1, NONE, 1));
    assertThat(gate.outcome()).isEqualTo(Outcome.MISSING);
    assertThat(gate.finding(BURST, "cpu").note())
        .isEqualTo("fresh: no value of the baseline in 1 of 1 blocks");
  }

  @Test
  void grossChangeHidesNoMissingValue() {
    SyntheticGate gate =
        new SyntheticGate(1).change(BURST, "score", 2).blocks(STEADY, "cpu", pairs(1, 1, NONE));
    assertThat(gate.outcome()).isEqualTo(Outcome.MISSING);
    assertThat(gate.finding(STEADY, "cpu").outcome()).isEqualTo(Outcome.MISSING);
  }

  @Test
  void unfinishedMeasurementIsNotMissing() {
    Judgement judgement = lacking(STEADY).open().judge();
    assertThat(judgement.decided()).isFalse();
    assertThat(judgement.findings()).noneMatch(f -> f.outcome() == Outcome.MISSING);
  }

  @Test
  void candidateThatExhaustsTheBudgetFailsTheGate() {
    SyntheticGate gate = new SyntheticGate(1);
    gate.overrun =
        Optional.of("time ran out: the candidate's forks took 90.0 s, the baseline's 30.0 s");
    assertThat(gate.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(gate.judge().of(Outcome.FAILED))
        .extracting(Finding::note)
        .containsExactly(gate.overrun.orElseThrow());
  }

  @Test
  void leftOutCellsShareNoAlpha() {
    SyntheticGate gate = new SyntheticGate(1).change(BURST, "score", 0.1).noise(0).leftOut(STEADY);
    assertThat(gate.finding(BURST, "score").pValue()).isCloseTo(2 / 4096.0, within(1e-12));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "nothing in both, 0, 0, SAME",
    "a negligible candidate, 0, 9, SAME",
    "nothing in the baseline alone, 0, 50, MISSING",
    "no improvement, 50, 0, MISSING",
    "below 0, 50, -50, MISSING",
  })
  void zeroOnBothSidesIsTheSameAndOnOneSideIsMissing(
      String what, double base, double head, Outcome outcome) {
    SyntheticGate gate =
        new SyntheticGate(1)
            .change(STEADY, "score", 0.1)
            .blocks(BURST, "cpu", pairs(12, base, head))
            .fresh(BURST, "cpu", pairs(6, base, head));
    assertThat(gate.finding(BURST, "cpu").outcome()).as(what).isEqualTo(outcome);
  }

  @Test
  void policyDecidesHowAnInconclusiveGateIsShown() {
    Policy strict = SyntheticPolicy.with("inconclusive: neutral", "inconclusive: failure");
    GateData nothing = new GateData(true, Map.of());
    assertThat(judge(nothing).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(judge(nothing).conclusion()).isEqualTo(Conclusion.NEUTRAL);
    assertThat(Judge.judge(strict, nothing).conclusion()).isEqualTo(Conclusion.FAILURE);
    assertThat(Judge.judge(strict, new SyntheticGate(1).data()).conclusion())
        .isEqualTo(Conclusion.SUCCESS);
    assertThat(Judge.judge(strict, lacking(STEADY).data()).conclusion()).hasToString("failure");
  }

  @Test
  void lossIsInconclusiveOnceTheGateHasEnded() {
    SyntheticGate gate = new SyntheticGate(1).cell(BURST, old -> old.withLosses(List.of("lost")));
    Finding lost = Finding.broken(BURST, Outcome.INCONCLUSIVE, "lost");
    assertThat(gate.judge().of(Outcome.INCONCLUSIVE)).containsExactly(lost);
    assertThat(gate.open().judge().findings()).doesNotContain(lost);
  }
}
