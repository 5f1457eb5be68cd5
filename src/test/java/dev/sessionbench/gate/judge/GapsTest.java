package dev.sessionbench.gate.judge;

import static dev.sessionbench.gate.judge.SyntheticGate.BURST;
import static dev.sessionbench.gate.judge.SyntheticGate.STEADY;
import static dev.sessionbench.gate.judge.SyntheticGate.finding;
import static dev.sessionbench.gate.judge.SyntheticGate.judge;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sessionbench.gate.Arm;
import dev.sessionbench.gate.CellData;
import dev.sessionbench.gate.CountData;
import dev.sessionbench.gate.Measurements.GateData;
import dev.sessionbench.gate.Series;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.policy.Conclusion;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.PolicyFile;
import dev.sessionbench.gate.policy.SyntheticPolicy;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a gate says of what failed, is missing or was left out, and of what is only shown. */
class GapsTest {
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
        judge(new GateData(true, Map.of(BURST, whole.cell(SyntheticPolicy.POLICY.cells().get(0)))));
    assertThat(judgement.outcome()).isEqualTo(Outcome.SAME);
    assertThat(judgement.findings()).isNotEmpty().allMatch(f -> f.cell().equals(BURST));
  }

  @Test
  void aCellThatThereWasNoTimeForIsInconclusiveAndNotMissing() {
    GateData data = withShown(new SyntheticGate(1).data());
    Judgement judgement =
        judge(
            new GateData(
                true, data.cells(), Set.of(BURST), List.of(), CountData.NONE, false, Map.of()));
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

  /** The metrics of a cell, of which this one has a single pair. */
  private static Map<String, Series> withCpu(Map<String, Series> all, double base, double head) {
    Map<String, Series> some = new LinkedHashMap<>(all);
    some.put("cpu", new Series("ms", List.of(new Series.Pair(base, head, Arm.BASE))));
    return some;
  }

  @Test
  void aFreshBlockWithoutAValueIsAGapToo() {
    GateData data =
        new SyntheticGate(1)
            .change(BURST, "score", 0.1)
            .with(
                BURST,
                old ->
                    new CellData(
                        12, old.blocks(), withCpu(old.confirmation(), Double.NaN, 1), List.of()));
    Judgement judgement = judge(data);
    assertThat(judgement.outcome()).isEqualTo(Outcome.MISSING);
    assertThat(finding(judgement, BURST, "cpu").note())
        .isEqualTo("fresh: no value of the base in 1 of 1 blocks");
  }

  @Test
  void aGrossChangeHidesNoGap() {
    GateData data =
        new SyntheticGate(1)
            .change(BURST, "score", 2)
            .with(
                STEADY,
                old ->
                    new CellData(
                        12, withCpu(old.blocks(), 1, Double.NaN), old.confirmation(), List.of()));
    assertThat(judge(data).outcome()).isEqualTo(Outcome.MISSING);
    assertThat(finding(judge(data), STEADY, "cpu").outcome()).isEqualTo(Outcome.MISSING);
  }

  @Test
  void whatIsStillToBeMeasuredIsNotMissing() {
    SyntheticGate gate = new SyntheticGate(1);
    gate.ended = false;
    Judgement judgement = judge(gate.with(STEADY, old -> CellData.NONE));
    assertThat(judgement.decided()).isFalse();
    assertThat(judgement.findings()).noneMatch(f -> f.outcome() == Outcome.MISSING);
  }

  @Test
  void aHeadThatMadeTimeRunOutFailsTheGateWhateverItsTimesAre() {
    GateData data = new SyntheticGate(1).data();
    String words = "time ran out: the head's forks took 90.0 s, the base's 30.0 s";
    Judgement judgement =
        judge(
            new GateData(
                true, data.cells(), Set.of(), List.of(words), CountData.NONE, false, Map.of()));
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
        judge(
            new GateData(
                true,
                gate.data().cells(),
                Set.of(STEADY),
                List.of(),
                CountData.NONE,
                false,
                Map.of()));
    assertThat(finding(judgement, BURST, "score").figures().pValue())
        .isCloseTo(2 / 4096.0, within(1e-12));
  }

  @Test
  void nothingInBothArmsIsTheSameAndInOneAloneIsMissing() {
    assertThat(cpuOf(0, 0)).isEqualTo(Outcome.SAME);
    assertThat(cpuOf(0, 9)).as("negligible").isEqualTo(Outcome.SAME);
    assertThat(cpuOf(0, 50)).isEqualTo(Outcome.MISSING);
    assertThat(cpuOf(50, 0)).as("no improvement").isEqualTo(Outcome.MISSING);
    assertThat(cpuOf(50, -50)).isEqualTo(Outcome.MISSING);
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
  void thePolicyDecidesHowAPullRequestShowsAGateThatCouldNotTell() {
    Policy strict =
        PolicyFile.parse(
                "strict",
                SyntheticPolicy.YAML.replace("inconclusive: neutral", "inconclusive: failure"))
            .policy();
    GateData nothing = new GateData(true, Map.of());
    GateData missing = new SyntheticGate(1).with(STEADY, old -> CellData.NONE);
    assertThat(judge(nothing).conclusion()).isEqualTo(Conclusion.NEUTRAL);
    assertThat(Judge.judge(strict, nothing).conclusion()).isEqualTo(Conclusion.FAILURE);
    assertThat(Judge.judge(strict, new SyntheticGate(1).data()).conclusion())
        .isEqualTo(Conclusion.SUCCESS);
    assertThat(Judge.judge(strict, missing).conclusion()).hasToString("failure");
  }
}
