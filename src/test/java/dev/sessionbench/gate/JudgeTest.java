package dev.sessionbench.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JudgeTest {
  private static final String BURST = "burst incStep=25";
  private static final String STEADY = "steady incStep=25";

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
        PolicyFile.parse("test", SyntheticGate.YAML.replace("negligible: 10", "negligible: 350"))
            .policy();
    GateData data = new SyntheticGate(1).change(BURST, "cpu", 0.3).data();
    assertThat(judge(data).outcome()).isEqualTo(Outcome.REGRESSED);
    assertThat(Judge.judge(policy, data).outcome()).isEqualTo(Outcome.SAME);
  }

  @Test
  void aFailedForkFailsTheGate() {
    GateData data =
        new SyntheticGate(1)
            .with(
                BURST,
                old ->
                    new CellData(12, old.blocks(), old.confirmation(), List.of("block 3: boom")));
    Judgement judgement = judge(data);
    assertThat(judgement.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(judgement.outcome().fails()).isTrue();
  }

  @Test
  void aCellWithoutMeasurementsFailsTheGate() {
    Judgement judgement = judge(new SyntheticGate(1).with(STEADY, old -> CellData.NONE));
    assertThat(judgement.outcome()).isEqualTo(Outcome.MISSING);
  }

  @Test
  void aMetricThatOneArmLosesFailsTheGate() {
    Series lost = new Series("ms", List.of(new Series.Pair(1, Double.NaN, Arm.BASE)));
    Judgement judgement =
        judge(
            new SyntheticGate(1)
                .with(
                    BURST,
                    old ->
                        new CellData(12, Map.of("score", lost, "cpu", lost), Map.of(), List.of())));
    assertThat(judgement.outcome()).isEqualTo(Outcome.MISSING);
  }

  @Test
  void equalMeasurementsGiveEqualVerdicts() {
    assertThat(judge(new SyntheticGate(5).data())).isEqualTo(judge(new SyntheticGate(5).data()));
  }

  @Test
  void theFirstOfSeveralFailuresSpeaksForAll() {
    assertThat(failureNote("block 3: boom")).isEqualTo("block 3: boom");
    assertThat(failureNote("block 3: boom", "block 4: bang", "block 5: crash"))
        .isEqualTo("block 3: boom (and 2 more)");
  }

  private static String failureNote(String... failures) {
    GateData data =
        new SyntheticGate(1)
            .with(BURST, old -> new CellData(12, old.blocks(), Map.of(), List.of(failures)));
    return judge(data).of(Outcome.FAILED).get(0).note();
  }

  @Test
  void cellsOfOtherShardsAreNotJudged() {
    GateData whole = new SyntheticGate(1).data();
    Judgement judgement =
        judge(new GateData(true, Map.of(BURST, whole.cell(SyntheticGate.POLICY.cells().get(0)))));
    assertThat(judgement.outcome()).isEqualTo(Outcome.SAME);
    assertThat(judgement.findings()).isNotEmpty().allMatch(f -> f.cell().equals(BURST));
  }

  @Test
  void aCellThatThereWasNoTimeForIsInconclusiveAndNotMissing() {
    GateData data = withShown(new SyntheticGate(1).data());
    Judgement judgement =
        judge(new GateData(true, data.cells(), Set.of(BURST), List.of(), CountData.NONE));
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(judgement.changed()).containsExactly(Finding.untimed(BURST));
    assertThat(judgement.findings())
        .filteredOn(f -> f.cell().equals(BURST))
        .extracting(Finding::kind)
        .containsOnly(Finding.Kind.EXACT);
  }

  @Test
  void aMetricThatDoesNotDecideIsShownWithItsInterval() {
    Judgement judgement = judge(withShown(new SyntheticGate(1).data()));
    assertThat(judgement.outcome()).isEqualTo(Outcome.SAME);
    Finding shown = finding(judgement, BURST, "p99");
    assertThat(shown.kind()).isEqualTo(Finding.Kind.SHOWN);
    assertThat(shown.label()).isEqualTo("p99");
    assertThat(shown.figures().ratio()).isCloseTo(1.5, within(1e-12));
    assertThat(shown.figures().interval().orElseThrow().confidence()).isBetween(0.90, 0.92);
    assertThat(judgement.of(Outcome.SAME)).doesNotContain(shown);
    // Of the other cell the metric has no value, and there is nothing to show.
    assertThat(judgement.findings())
        .noneMatch(f -> f.cell().equals(STEADY) && f.metric().equals("p99"));
  }

  /**
   * Gives one timed cell half as much again of what is only shown, and the other no value of it.
   */
  private static GateData withShown(GateData data) {
    Map<String, CellData> cells = new LinkedHashMap<>(data.cells());
    cells.computeIfPresent(BURST, (name, old) -> withP99(old, new Series.Pair(2, 3, Arm.BASE)));
    cells.computeIfPresent(STEADY, (name, old) -> withP99(old, new Series.Pair(0, 3, Arm.BASE)));
    return new GateData(data.ended(), cells);
  }

  private static CellData withP99(CellData old, Series.Pair pair) {
    Map<String, Series> blocks = new LinkedHashMap<>(old.blocks());
    blocks.put("p99", new Series("ms", Collections.nCopies(12, pair)));
    return new CellData(old.planned(), blocks, old.confirmation(), List.of());
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
  void oneBlockWithoutAValueIsAGapThatFailsTheGate() {
    GateData data =
        new SyntheticGate(1)
            .with(
                BURST,
                old -> {
                  Map<String, Series> blocks = new LinkedHashMap<>(old.blocks());
                  blocks.computeIfPresent(
                      "cpu",
                      (name, series) ->
                          new Series("ms", List.of(new Series.Pair(1, Double.NaN, Arm.BASE)))
                              .and(series.first(11)));
                  return new CellData(12, blocks, Map.of(), List.of());
                });
    Judgement judgement = judge(data);
    assertThat(finding(judgement, BURST, "cpu").outcome()).isEqualTo(Outcome.MISSING);
    assertThat(finding(judgement, BURST, "cpu").note())
        .isEqualTo("no value of the head in 1 of 12 blocks");
    GateData none =
        new SyntheticGate(1).with(BURST, old -> new CellData(12, Map.of(), Map.of(), List.of()));
    assertThat(finding(judge(none), BURST, "cpu").note()).isEqualTo("no values");
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
  void aHeadThatMadeTimeRunOutFailsTheGateWhateverItsTimesAre() {
    GateData data = new SyntheticGate(1).data();
    String words = "time ran out: the head's forks took 90.0 s, the base's 30.0 s";
    Judgement judgement =
        judge(new GateData(true, data.cells(), Set.of(), List.of(words), CountData.NONE));
    assertThat(judgement.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(judgement.of(Outcome.FAILED)).extracting(Finding::note).containsExactly(words);
  }

  @Test
  void whereNothingWasJudgedNothingCanBeTold() {
    Judgement judgement = judge(new GateData(true, Map.of()));
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(judgement.conclusion()).isEqualTo(Conclusion.NEUTRAL);
  }

  @Test
  void whatThePlanLeftOutSharesNoAlpha() {
    SyntheticGate gate = new SyntheticGate(1).change(BURST, "score", 0.1);
    gate.noise = 0;
    Judgement judgement =
        judge(new GateData(true, gate.data().cells(), Set.of(STEADY), List.of(), CountData.NONE));
    assertThat(finding(judgement, BURST, "score").figures().pValue())
        .isCloseTo(2 / 4096.0, within(1e-12));
  }

  @Test
  void aHeadGrosslySlowerInTheFirstTwoBlocksIsTheFinding() {
    SyntheticGate gate = new SyntheticGate(1).change(STEADY, "score", 2);
    gate.blocks = 2;
    gate.ended = false;
    gate.confirms = false;
    Judgement unconfirmed = judge(gate.data());
    assertThat(unconfirmed.decided()).isTrue();
    assertThat(unconfirmed.suspects()).containsExactly(STEADY);
    assertThat(unconfirmed.freshBlocks()).isEqualTo(SyntheticGate.POLICY.grossBlocks());
    assertThat(unconfirmed.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    SyntheticGate again = new SyntheticGate(1).change(STEADY, "score", 2);
    again.blocks = 2;
    Judgement confirmed = judge(again.data());
    assertThat(confirmed.outcome()).isEqualTo(Outcome.REGRESSED);
    assertThat(finding(confirmed, STEADY, "score").note())
        .startsWith("grossly slower in the first 2 blocks (+")
        .contains("9 fresh blocks: +");
  }

  @Test
  void oneBlockThatIsSlowIsNotGross() {
    SyntheticGate gate = new SyntheticGate(1).change(STEADY, "score", 2);
    gate.blocks = 1;
    gate.ended = false;
    assertThat(judge(gate.data()).decided()).isFalse();
    SyntheticGate below = new SyntheticGate(1).change(STEADY, "score", 0.2);
    below.blocks = 2;
    below.ended = false;
    assertThat(judge(below.data()).decided()).isFalse();
  }

  @Test
  void freshPairsThatDoNotAllShowItDoNotConfirmAGrossChange() {
    SyntheticGate gate = new SyntheticGate(1).change(STEADY, "score", 2);
    gate.blocks = 2;
    Judgement judgement =
        judge(
            gate.with(
                STEADY,
                old ->
                    new CellData(
                        12,
                        old.blocks(),
                        Map.of(
                            "score",
                            new Series("ms", List.of(new Series.Pair(1, 1, Arm.BASE)))
                                .and(
                                    java.util.Objects.requireNonNull(
                                            old.confirmation().get("score"))
                                        .first(8))),
                        List.of())));
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
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
  void nothingInBothArmsIsTheSame() {
    assertThat(cpuOf(0, 0)).isEqualTo(Outcome.SAME);
    assertThat(cpuOf(0, 9)).as("negligible").isEqualTo(Outcome.SAME);
    assertThat(cpuOf(0, 50)).isEqualTo(Outcome.REGRESSED);
  }

  private static Outcome cpuOf(double base, double head) {
    Series series =
        new Series("ms", Collections.nCopies(12, new Series.Pair(base, head, Arm.BASE)));
    GateData data =
        new SyntheticGate(1)
            .change(STEADY, "score", 0.1)
            .with(
                BURST,
                old -> {
                  Map<String, Series> blocks = new LinkedHashMap<>(old.blocks());
                  blocks.put("cpu", series);
                  return new CellData(12, blocks, Map.of("cpu", series.first(6)), List.of());
                });
    return finding(judge(data), BURST, "cpu").outcome();
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
