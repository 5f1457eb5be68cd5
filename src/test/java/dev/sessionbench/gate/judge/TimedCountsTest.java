package dev.sessionbench.gate.judge;

import static dev.sessionbench.gate.judge.SyntheticGate.finding;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.gate.CellData;
import dev.sessionbench.gate.GateData;
import dev.sessionbench.gate.Series;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.PolicyFile;
import dev.sessionbench.gate.policy.SyntheticPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Checks findings on counts of timed forks, constant or varying in the baseline. */
class TimedCountsTest {
  private static final String BURST = SyntheticGate.BURST;

  private static final Policy POLICY =
      PolicyFile.parse(
              "test",
              SyntheticPolicy.RULES
                  + """
                  exact: [sessionsCreated]
                  metrics:
                    sessionsCreated: {label: requests, margin: 0.01}
                    score: {label: wall time, margin: 0.03}
                  cells:
                    - {benchmark: a.B.burst, params: {incStep: 25}, warmups: 1, iterations: 3, gated: [sessionsCreated, score]}
                  """)
          .policy();

  private static Series series(int blocks, IntToDoubleFunction base, IntToDoubleFunction head) {
    List<Series.Pair> pairs = new ArrayList<>();
    for (int i = 0; i < blocks; i++) {
      Side first = i % 2 == 0 ? Side.BASELINE : Side.CANDIDATE;
      pairs.add(new Series.Pair(base.applyAsDouble(i), head.applyAsDouble(i), first));
    }
    return new Series("#", pairs);
  }

  private static Judgement judge(Series blocks, Series fresh) {
    Series steady = series(blocks.pairs().size(), i -> 100, i -> 100);
    return judge(
        Map.of("sessionsCreated", blocks, "score", steady), Map.of("sessionsCreated", fresh));
  }

  private static Judgement judge(Map<String, Series> blocks, Map<String, Series> fresh) {
    CellData burst = CellData.NONE.with(c -> c.planned(12).blocks(blocks).confirmation(fresh));
    return Judge.judge(POLICY, new GateData(true, Map.of(BURST, burst)));
  }

  private static Outcome outcome(IntToDoubleFunction base, IntToDoubleFunction head) {
    return judge(series(12, base, head), series(6, base, head)).outcome();
  }

  @Test
  void equalConstantCountIsTheSame() {
    Judgement judgement = judge(series(12, i -> 16, i -> 16), series(0, i -> 0, i -> 0));
    assertThat(judgement.outcome()).isEqualTo(Outcome.SAME);
    assertThat(judgement.blocks()).as("at the first look").isEqualTo(6);
  }

  @Test
  void differentCountInEveryForkIsChanged() {
    assertThat(outcome(i -> 304, i -> 307)).isEqualTo(Outcome.CHANGED);
    assertThat(outcome(i -> 304, i -> 303)).isEqualTo(Outcome.CHANGED);
    assertThat(outcome(i -> 16, i -> 8)).isEqualTo(Outcome.CHANGED);
  }

  @Test
  void oneDifferentForkOfTwelveIsInconclusive() {
    for (int odd = 0; odd < 12; odd++) {
      int block = odd;
      // Noisy times keep the first look from ending the gate.
      Judgement judgement =
          judge(
              Map.of(
                  "sessionsCreated",
                  series(12, i -> 4, i -> i == block ? 5 : 4),
                  "score",
                  series(12, i -> 100, i -> i % 2 == 0 ? 150 : 70)),
              Map.of());
      Finding found = finding(judgement, BURST, "sessionsCreated");
      assertThat(judgement.outcome()).as("block %d", odd).isEqualTo(Outcome.INCONCLUSIVE);
      assertThat(found.outcome()).as("block %d", odd).isEqualTo(Outcome.INCONCLUSIVE);
      assertThat(found.note())
          .isEqualTo("another in 1 of 12 pairs, and the same in every fork of the baseline");
    }
  }

  @Test
  void freshForksWithTheBaselinesCountDoNotConfirm() {
    Judgement judgement = judge(series(12, i -> 4, i -> 5), series(6, i -> 4, i -> 4));
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(judgement.suspects()).containsExactly(BURST);
    assertThat(finding(judgement, BURST, "sessionsCreated").note()).startsWith("not confirmed");
  }

  @Test
  void varyingCountIsJudgedByItsMarginAndNeverImproved() {
    Random random = new Random(1);
    IntToDoubleFunction base = i -> 300 + random.nextInt(2);
    assertThat(outcome(base, i -> 300 + random.nextInt(2))).isEqualTo(Outcome.SAME);
    assertThat(outcome(base, i -> 330 + random.nextInt(2))).isEqualTo(Outcome.CHANGED);
    assertThat(outcome(base, i -> 270 + random.nextInt(2))).isEqualTo(Outcome.CHANGED);
  }

  @Test
  void rareOtherCountsOnBothSidesSeldomFailAGate() {
    Random random = new Random(1);
    int gates = 2_000;
    int alarms = 0;
    for (int gate = 0; gate < gates; gate++) {
      IntToDoubleFunction rule = i -> random.nextInt(20) == 0 ? 5 : 4;
      alarms += outcome(rule, rule).fails() ? 1 : 0;
    }
    assertThat(alarms).isLessThanOrEqualTo(gates / 100);
  }
}
