package dev.sessionbench.gate.judge;

import static dev.sessionbench.gate.judge.SyntheticGate.BURST;
import static dev.sessionbench.gate.judge.SyntheticGate.STEADY;
import static dev.sessionbench.gate.judge.SyntheticGate.finding;
import static dev.sessionbench.gate.judge.SyntheticGate.pairs;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.gate.Series;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.policy.SyntheticPolicy;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Checks findings on a candidate that is grossly slower in its first blocks. */
class GrossTest {
  private static Series acquitted(Series fresh) {
    return pairs(9, 1, 1);
  }

  private static SyntheticGate slower(double change) {
    return new SyntheticGate(1).change(STEADY, "score", change);
  }

  /** Ends the slower cell after two blocks, and sets its wall time in fresh blocks. */
  private static Judgement stopped(SyntheticGate gate, UnaryOperator<Series> fresh) {
    return gate.cell(
            STEADY,
            old -> {
              Map<String, Series> first = new HashMap<>();
              old.blocks().forEach((metric, series) -> first.put(metric, series.first(2)));
              Map<String, Series> again = Map.of("score", fresh.apply(old.fresh("score", 9)));
              return old.with(c -> c.planned(12).blocks(first).confirmation(again));
            })
        .judge();
  }

  @Test
  void grosslySlowerFirstTwoBlocksAreTheFinding() {
    SyntheticGate gate = slower(2).blocks(2).open();
    gate.fresh = 0;
    Judgement unconfirmed = gate.judge();
    assertThat(unconfirmed.decided()).isTrue();
    assertThat(unconfirmed.suspects()).containsExactly(STEADY);
    assertThat(unconfirmed.freshBlocks()).isEqualTo(SyntheticPolicy.POLICY.grossBlocks());
    assertThat(unconfirmed.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    Judgement confirmed = slower(2).blocks(2).judge();
    assertThat(confirmed.outcome()).isEqualTo(Outcome.REGRESSED);
    assertThat(finding(confirmed, STEADY, "score").note())
        .startsWith("grossly slower in the first 2 blocks (+")
        .contains("9 fresh blocks: +");
  }

  @Test
  void oneSlowBlockOrTwoSlightlySlowerBlocksAreNotGross() {
    assertThat(slower(2).blocks(1).open().judge().decided()).isFalse();
    assertThat(slower(0.2).blocks(2).open().judge().decided()).isFalse();
  }

  @Test
  void grossChangeNeedsAllFreshPairs() {
    assertThat(stopped(slower(2).blocks(2), fresh -> pairs(1, 1, 1).and(fresh.first(8))).outcome())
        .isEqualTo(Outcome.INCONCLUSIVE);
  }

  @Test
  void aGateThatWentOnIsJudgedByAllItsBlocks() {
    Judgement judgement = stopped(slower(2).change(BURST, "score", 0.1), fresh -> fresh);
    assertThat(finding(judgement, BURST, "score").outcome()).isEqualTo(Outcome.REGRESSED);
    assertThat(finding(judgement, STEADY, "score").outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(judgement.outcome()).isEqualTo(Outcome.REGRESSED);
  }

  @Test
  void lesserOfTwoGrossChangesIsJudgedIfConfirmed() {
    Judgement judgement =
        stopped(slower(2).change(BURST, "score", 1).blocks(2), GrossTest::acquitted);
    assertThat(judgement.suspects()).containsExactly(STEADY);
    assertThat(finding(judgement, BURST, "score").outcome()).isEqualTo(Outcome.REGRESSED);
    assertThat(judgement.outcome()).isEqualTo(Outcome.REGRESSED);
  }
}
