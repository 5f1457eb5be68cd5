package dev.sessionbench.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.gate.CellData.Counts;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JudgeTest {
  private static final String BURST = "burst incStep=25";
  private static final String STEADY = "steady incStep=25";
  private static final String MIXED = "mixed incStep=25";

  private static Judgement judge(GateData data) {
    return Judge.judge(SyntheticGate.POLICY, data);
  }

  private static Finding finding(Judgement judgement, String cell, String metric) {
    return judgement.findings().stream()
        .filter(f -> f.cell().equals(cell) && f.metric().equals(metric))
        .findFirst()
        .orElseThrow();
  }

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
    SyntheticGate gate = new SyntheticGate(1).change(BURST, "score", 0.5);
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
    assertThat(finding(judgement, BURST, "score").note()).contains("no fresh forks");
  }

  @Test
  void freshForksThatDisagreeAcquit() {
    Series unchanged = new SyntheticGate(2).series(BURST, "score").first(6);
    GateData data =
        new SyntheticGate(1)
            .change(BURST, "score", 0.1)
            .with(
                BURST,
                old ->
                    new CellData(
                        12, old.counts(), old.blocks(), Map.of("score", unchanged), List.of()));
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
  void aSignificantChangeBelowTheFloorIsNoRegression() {
    SyntheticGate gate = new SyntheticGate(1).change(BURST, "score", 0.02);
    gate.noise = 0.002;
    Judgement judgement = judge(gate.data());
    assertThat(judgement.outcome()).isEqualTo(Outcome.SAME);
    assertThat(finding(judgement, BURST, "score").figures().interval().orElseThrow().low())
        .isGreaterThan(1.01);
  }

  @Test
  void aChangeInsideTheBandButBeyondTheFloorIsNotTheSame() {
    SyntheticGate gate = new SyntheticGate(1).change(BURST, "score", 0.035);
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
    assertThat(judgement.detectable().orElseThrow()).isBetween(0.1, 0.6);
  }

  @Test
  void tooFewBlocksCanShowNothingAndSaySo() {
    SyntheticGate gate = new SyntheticGate(1).change(BURST, "score", 0.5);
    gate.blocks = 4;
    Judgement judgement = judge(gate.data());
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(judgement.decided()).isTrue();
    assertThat(judgement.detectable()).isEmpty();
  }

  @Test
  void changesThatNeverMatterWidenFloorAndBand() {
    Policy policy =
        PolicyFile.parse("test", SyntheticGate.YAML.replace("negligible: 10", "negligible: 350"))
            .policy();
    GateData data = new SyntheticGate(1).change(BURST, "cpu", 0.3).data();
    assertThat(judge(data).outcome()).isEqualTo(Outcome.REGRESSED);
    assertThat(Judge.judge(policy, data).outcome()).isEqualTo(Outcome.SAME);
  }

  @Test
  void oneRpcMoreIsARegressionWhateverTheTimesSay() {
    Judgement judgement =
        judge(new SyntheticGate(1).withCounts(MIXED, SyntheticGate.counts(16, 17)));
    assertThat(judgement.outcome()).isEqualTo(Outcome.REGRESSED);
    assertThat(finding(judgement, MIXED, "rpcs").outcome()).isEqualTo(Outcome.REGRESSED);
  }

  @Test
  void oneRpcMoreInOneOfManyRunsIsARegression() {
    Judgement judgement =
        judge(new SyntheticGate(1).withCounts(MIXED, SyntheticGate.counts(16, 16, 16, 17)));
    assertThat(finding(judgement, MIXED, "rpcs").outcome()).isEqualTo(Outcome.REGRESSED);
    assertThat(finding(judgement, MIXED, "rpcs").note()).contains("head 16 to 17");
  }

  @Test
  void fewerRpcsAreAnImprovement() {
    Judgement judgement =
        judge(new SyntheticGate(1).withCounts(MIXED, SyntheticGate.counts(16, 15)));
    assertThat(judgement.outcome()).isEqualTo(Outcome.IMPROVED);
  }

  @Test
  void countsThatVaryOnBothSidesAreInconclusive() {
    Counts counts = new Counts(List.of(16.0, 17.0), List.of(16.0, 18.0));
    Judgement judgement = judge(new SyntheticGate(1).withCounts(MIXED, counts));
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(finding(judgement, MIXED, "rpcs").note())
        .contains("differ among themselves", "base 16 to 17");
  }

  @Test
  void aCountThatOnlyTheHeadReportsIsNotCompared() {
    Counts counts = new Counts(List.of(), List.of(16.0));
    Judgement judgement = judge(new SyntheticGate(1).withCounts(MIXED, counts));
    assertThat(judgement.outcome()).isEqualTo(Outcome.SAME);
    Counts lost = new Counts(List.of(16.0), List.of());
    assertThat(judge(new SyntheticGate(1).withCounts(MIXED, lost)).outcome())
        .isEqualTo(Outcome.MISSING);
  }

  @Test
  void aFailedForkFailsTheGate() {
    GateData data =
        new SyntheticGate(1)
            .with(
                BURST,
                old ->
                    new CellData(
                        12,
                        old.counts(),
                        old.blocks(),
                        old.confirmation(),
                        List.of("block 3: boom")));
    Judgement judgement = judge(data);
    assertThat(judgement.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(judgement.outcome().fails()).isTrue();
  }

  @Test
  void aCellWithoutMeasurementsFailsTheGate() {
    Judgement judgement = judge(new SyntheticGate(1).with(MIXED, old -> CellData.NONE));
    assertThat(judgement.outcome()).isEqualTo(Outcome.MISSING);
  }

  @Test
  void aMetricThatOneArmLosesFailsTheGate() {
    Series lost = new Series("ms", List.of(new Series.Pair(1, Double.NaN)));
    Judgement judgement =
        judge(
            new SyntheticGate(1)
                .with(
                    BURST,
                    old ->
                        new CellData(
                            12,
                            old.counts(),
                            Map.of("score", lost, "cpu", lost),
                            Map.of(),
                            List.of())));
    assertThat(judgement.outcome()).isEqualTo(Outcome.MISSING);
  }

  @Test
  void countsThatFailLeaveTheTimesUnjudgedNotMissing() {
    Judgement judgement =
        judge(
            new SyntheticGate(1)
                .with(
                    BURST,
                    old ->
                        new CellData(
                            12,
                            Map.of("rpcs", SyntheticGate.counts(16, 304)),
                            Map.of(),
                            Map.of(),
                            List.of())));
    assertThat(judgement.outcome()).isEqualTo(Outcome.REGRESSED);
  }

  @Test
  void equalMeasurementsGiveEqualVerdicts() {
    assertThat(judge(new SyntheticGate(5).data())).isEqualTo(judge(new SyntheticGate(5).data()));
  }
}
