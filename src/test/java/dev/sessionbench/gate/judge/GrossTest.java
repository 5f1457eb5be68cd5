package dev.sessionbench.gate.judge;

import static dev.sessionbench.gate.judge.SyntheticGate.STEADY;
import static dev.sessionbench.gate.judge.SyntheticGate.finding;
import static dev.sessionbench.gate.judge.SyntheticGate.judge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.gate.Arm;
import dev.sessionbench.gate.CellData;
import dev.sessionbench.gate.Series;
import dev.sessionbench.gate.policy.SyntheticPolicy;
import java.util.List;
import java.util.Map;
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
}
