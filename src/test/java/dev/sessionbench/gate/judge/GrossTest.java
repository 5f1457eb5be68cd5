package dev.sessionbench.gate.judge;

import static dev.sessionbench.gate.judge.SyntheticGate.BURST;
import static dev.sessionbench.gate.judge.SyntheticGate.STEADY;
import static dev.sessionbench.gate.judge.SyntheticGate.finding;
import static dev.sessionbench.gate.judge.SyntheticGate.judge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.gate.Arm;
import dev.sessionbench.gate.CellData;
import dev.sessionbench.gate.Series;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.policy.SyntheticPolicy;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What a gate says of a head that is grossly slower in its first blocks. */
class GrossTest {
  @Test
  void aHeadGrosslySlowerInTheFirstTwoBlocksIsTheFinding() {
    SyntheticGate gate = new SyntheticGate(1).change(STEADY, "score", 2);
    gate.blocks = 2;
    gate.ended = false;
    gate.confirms = false;
    Judgement unconfirmed = judge(gate.data());
    assertThat(unconfirmed.decided()).isTrue();
    assertThat(unconfirmed.suspects()).containsExactly(STEADY);
    assertThat(unconfirmed.freshBlocks()).isEqualTo(SyntheticPolicy.POLICY.grossBlocks());
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

  /** A cell that ended after two blocks, and what its wall time was in fresh ones. */
  private static UnaryOperator<CellData> stopped(UnaryOperator<Series> fresh) {
    return old -> {
      Map<String, Series> first = new HashMap<>();
      old.blocks().forEach((metric, series) -> first.put(metric, series.first(2)));
      return new CellData(
          12, first, Map.of("score", fresh.apply(old.fresh("score", 9))), List.of());
    };
  }

  private static Series acquitted(Series fresh) {
    return new Series("ms", Collections.nCopies(9, new Series.Pair(1, 1, Arm.BASE)));
  }

  @Test
  void freshPairsThatDoNotAllShowItDoNotConfirmAGrossChange() {
    SyntheticGate gate = new SyntheticGate(1).change(STEADY, "score", 2);
    Series one = new Series("ms", List.of(new Series.Pair(1, 1, Arm.BASE)));
    gate.blocks = 2;
    Judgement judgement = judge(gate.with(STEADY, stopped(fresh -> one.and(fresh.first(8)))));
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
  }

  @Test
  void whatAPartStoppedForErasesNothingThatAnotherFound() {
    SyntheticGate gate =
        new SyntheticGate(1).change(BURST, "score", 0.1).change(STEADY, "score", 2);
    Judgement judgement = judge(gate.with(STEADY, stopped(GrossTest::acquitted)));
    assertThat(finding(judgement, BURST, "score").outcome()).isEqualTo(Outcome.REGRESSED);
    assertThat(finding(judgement, STEADY, "score").outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(finding(judgement, STEADY, "score").note())
        .startsWith("grossly slower in the first 2 blocks (+")
        .contains("%); not confirmed; 9 fresh blocks: +0.0 %");
    assertThat(judgement.outcome()).isEqualTo(Outcome.REGRESSED);
  }

  @Test
  void whatAPartStoppedForStandsBesideWhatAnotherFound() {
    SyntheticGate gate = new SyntheticGate(1).change(STEADY, "score", 2);
    Judgement judgement = judge(gate.with(STEADY, stopped(fresh -> fresh)));
    assertThat(judgement.of(Outcome.REGRESSED))
        .singleElement()
        .satisfies(found -> assertThat(found.cell()).isEqualTo(STEADY))
        .satisfies(found -> assertThat(found.note()).doesNotContain("nothing else was timed"));
    assertThat(finding(judgement, BURST, "score").outcome()).isEqualTo(Outcome.SAME);
    assertThat(judgement.findings()).filteredOn(f -> f.metric().equals("score")).hasSize(2);
  }

  @Test
  void ofTwoCellsThatAreGrosslySlowerTheLesserIsJudgedTooWhereItWasConfirmed() {
    SyntheticGate gate = new SyntheticGate(1).change(BURST, "score", 1).change(STEADY, "score", 2);
    gate.blocks = 2;
    Judgement judgement = judge(gate.with(STEADY, stopped(GrossTest::acquitted)));
    assertThat(judgement.suspects()).containsExactly(STEADY);
    assertThat(finding(judgement, BURST, "score").outcome()).isEqualTo(Outcome.REGRESSED);
    assertThat(judgement.outcome()).isEqualTo(Outcome.REGRESSED);
  }
}
