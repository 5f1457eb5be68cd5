package dev.sessionbench.gate.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import dev.sessionbench.base.stats.Interval;
import dev.sessionbench.gate.Series;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.PolicyFile;
import dev.sessionbench.gate.policy.SyntheticPolicy;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Checks when a gate is judged, and how much of alpha each look may spend. */
class LooksTest {
  private static final String BURST = "burst incStep=25";

  /** A policy with one cell and one metric, whose alpha five blocks can just reach. */
  private static final String ONE_TEST =
      """
      alpha: 0.0625
      confirmAlpha: 0.015625
      clearAlpha: 0.1
      inconclusive: neutral
      gross: {change: 0.25, alarm: 0.5}
      blocks: 5
      confirmBlocks: 6
      forkSeconds: 60
      looks:
        - {at: 1, alarm: 0.5, clear: 1}
      exact: []
      metrics:
        score: {label: wall time, margin: 0.03}
      cells:
        - {benchmark: burst, params: {incStep: 25}, warmups: 1, iterations: 3, gated: [score]}
      """;

  private static final Policy POLICY = PolicyFile.parse("test", ONE_TEST).policy();

  /** The verdict on a gate whose candidate takes 10 % longer in every block. */
  private static Judgement slower(
      Policy policy, int planned, int blocks, int fresh, boolean ended) {
    SyntheticGate gate = new SyntheticGate(policy, 1).change(BURST, "score", 0.1).noise(0);
    gate.fresh = fresh;
    gate.ended = ended;
    return gate.planned(planned).blocks(blocks).judge();
  }

  @Test
  void pValueOfExactlyAlphaIsSignificant() {
    Judgement judgement = slower(POLICY, 5, 5, 6, true);
    assertThat(judgement.outcome()).isEqualTo(Outcome.REGRESSED);
    assertThat(judgement.suspects()).containsExactly(BURST);
    assertThat(judgement.findings().get(0).pValue()).isEqualTo(1.0 / 32);
  }

  @Test
  void pValueAboveAlphaIsNoSuspect() {
    Judgement judgement = slower(POLICY, 5, 4, 6, true);
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(judgement.suspects()).isEmpty();
  }

  @Test
  void freshBlocksMustReachTheirOwnAlpha() {
    Judgement judgement = slower(POLICY, 5, 5, 5, true);
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(judgement.findings().get(0).note())
        .isEqualTo("not confirmed; 5 fresh blocks: +10.0 %, p = 0.031");
  }

  /** A policy with two looks at twelve blocks; the first look may not clear. */
  private static Policy halves(double first, double second) {
    String looks = "{at: 0.5, alarm: %s, clear: 0}\n  - {at: 1, alarm: %s, clear: 1}";
    return PolicyFile.parse(
            "test",
            ONE_TEST
                .replace("blocks: 5", "blocks: 12")
                .replace("{at: 1, alarm: 0.5, clear: 1}", looks.formatted(first, second)))
        .policy();
  }

  @Test
  void lookSpendsNoMoreOfAlphaThanItsShare() {
    Judgement judgement = slower(halves(0.2, 0.3), 12, 6, 6, false);
    Finding found = judgement.findings().get(0);
    // Six of twelve blocks reach p = 1/64, and a fifth of alpha is 1/80.
    assertThat(found.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(found.note()).isEmpty();
    // The look may not clear. Its interval still uses all of clearAlpha: 5/64 fit into a tenth,
    // 7/64 do not.
    assertThat(found.interval().orElseThrow().confidence()).isEqualTo(1 - 2 * 5.0 / 64);
    assertThat(judgement.decided()).isFalse();
  }

  @Test
  void changeFoundAtALookIsConfirmedAtOnce() {
    Policy halves = halves(0.25, 0.25);
    Judgement judgement = slower(halves, 12, 6, 0, false);
    assertThat(judgement.decided()).isTrue();
    assertThat(judgement.suspects()).containsExactly(BURST);
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(slower(halves, 12, 6, 6, true).outcome()).isEqualTo(Outcome.REGRESSED);
  }

  @Test
  void gateThatEndsEarlySpendsTheSharesOfLaterLooks() {
    Judgement judgement =
        new SyntheticGate(1).change(BURST, "score", 0.2).planned(24).blocks(9).judge();
    assertThat(judgement.outcome()).isEqualTo(Outcome.REGRESSED);
    assertThat(judgement.decided()).isTrue();
  }

  @Test
  void unusableShareOfALookGoesToTheNext() {
    // Four blocks reach p = 1/16 at best, which is above 63 % of a twentieth. 10 of 256 fit into
    // all of it.
    Policy early = SyntheticPolicy.with("{at: 0.5, alarm: 0, clear", "{at: 0.33, alarm: 0, clear");
    Finding found =
        new SyntheticGate(early, 1).noise(0.2).planned(8).blocks(8).finding(BURST, "score");
    assertThat(found.interval().orElseThrow())
        .extracting(Interval::confidence)
        .isEqualTo(1 - 2 * 10.0 / 256);
  }

  private static double detectable(int planned, int blocks) {
    return new SyntheticGate(2)
        .planned(planned)
        .blocks(blocks)
        .finding(BURST, "score")
        .detectableChange();
  }

  @Test
  void detectableEffectIsOfThePresentBlocksIfCutShort() {
    assertThat(detectable(24, 6)).isEqualTo(detectable(6, 6));
    assertThat(detectable(12, 4)).as("of so few nothing").isNaN();
    // A gate that clears halfway would otherwise have gone on, so all planned blocks count.
    assertThat(detectable(24, 12)).isLessThan(detectable(12, 12));
  }

  /** The effect of a cell that the first look settles, in a gate that goes on to more blocks. */
  private static double detectableOfASettledCell(int planned, int blocks) {
    SyntheticGate gate = new SyntheticGate(1).noise(0.01).planned(planned).blocks(blocks);
    gate.change(SyntheticGate.STEADY, "score", 0.03);
    UnaryOperator<Map<String, Series>> six =
        all -> ImmutableMap.copyOf(Maps.transformValues(all, series -> series.first(6)));
    Judgement judgement = gate.cell(BURST, old -> old.withBlocks(six.apply(old.blocks()))).judge();
    assertThat(judgement.settled()).containsExactly(BURST);
    return SyntheticGate.finding(judgement, BURST, "score").detectableChange();
  }

  @Test
  void detectableEffectOfASettledCellIsOfTheBlocksThatTheGateReached() {
    // With a change, the cell would not have been settled, and would have had all these blocks.
    assertThat(detectableOfASettledCell(12, 10))
        .isFinite()
        .isEqualTo(detectableOfASettledCell(10, 10));
  }

  @Test
  void lookTakesNoBlockBeyondItsOwn() {
    assertThat(new SyntheticGate(1).noise(0.2).blocks(8).open().judge().blocks()).isEqualTo(6);
  }

  @Test
  void laterBlocksDoNotUnsettleACellThatALookFoundTheSame() {
    SyntheticGate gate = new SyntheticGate(1).change(SyntheticGate.STEADY, "score", 0.1).noise(0);
    Series equal = SyntheticGate.pairs(6, 700, 700);
    Series slower = SyntheticGate.pairs(6, 700, 900);
    Judgement judgement = gate.blocks(BURST, "score", equal.and(slower)).judge();
    assertThat(judgement.outcome()).isEqualTo(Outcome.REGRESSED);
    assertThat(judgement.suspects()).containsExactly(SyntheticGate.STEADY);
    assertThat(judgement.settled()).containsExactly(BURST);
    Finding burst = SyntheticGate.finding(judgement, BURST, "score");
    assertThat(burst.outcome()).isEqualTo(Outcome.SAME);
    assertThat(burst.blocks()).isEqualTo(6);
  }

  @Test
  void lastLookAlwaysDecides() {
    Judgement judgement = new SyntheticGate(1).noise(0.2).open().judge();
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(judgement.decided()).isTrue();
  }

  @Test
  void cellWithoutAPlanIsNotJudged() {
    assertThat(new SyntheticGate(1).planned(0).open().judge().decided()).isFalse();
  }
}
