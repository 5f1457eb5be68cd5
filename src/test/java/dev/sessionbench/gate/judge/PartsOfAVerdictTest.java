package dev.sessionbench.gate.judge;

import static dev.sessionbench.gate.judge.SyntheticGate.BURST;
import static dev.sessionbench.gate.judge.SyntheticGate.STEADY;
import static dev.sessionbench.gate.judge.SyntheticGate.finding;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.gate.CellData;
import dev.sessionbench.gate.CountData;
import dev.sessionbench.gate.GateData;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.policy.Policy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Checks how counts, times and unreported metrics combine to one verdict. */
class PartsOfAVerdictTest {
  @Test
  void unreportedMetricIsShownInEachCellAndNotJudged() {
    SyntheticGate gate = new SyntheticGate(1).change(BURST, "cpu", 2).leftOut(STEADY);
    gate.unreported = Map.of("cpu", "1.52.0 has none");
    Judgement judgement = gate.judge();
    Finding found = finding(judgement, BURST, "cpu");
    assertThat(found.note()).contains("1.52.0 has none");
    assertThat(found.label()).isEqualTo("CPU time");
    assertThat(found.decides()).isFalse();
    assertThat(judgement.findings())
        .as("a cell that was left out lacks all metrics")
        .filteredOn(f -> f.metric().equals("cpu"))
        .containsExactly(found);
  }

  @Test
  void missingTimesAreNoGapIfCountsDecided() {
    List<CountData.Run> more = CountedRuns.pair(16, 17);
    CountData counts = CountedRuns.data(CountedRuns.cell(1, more, more));
    Map<String, CellData> nothing = Map.of(BURST, CellData.NONE, STEADY, CellData.NONE);
    Policy rpcs = CountedRuns.policy(CountedRuns.RPCS);
    Judgement failFast =
        Judge.judge(
            rpcs, new GateData(true, nothing, Set.of(), Optional.empty(), counts, false, Map.of()));
    assertThat(failFast.outcome()).isEqualTo(Outcome.CHANGED);
    assertThat(failFast.decided()).isTrue();
    assertThat(failFast.of(Outcome.MISSING)).isEmpty();
    // A gate that needs a verdict on each metric reports the missing ones.
    Judgement all =
        Judge.judge(
            rpcs, new GateData(true, nothing, Set.of(), Optional.empty(), counts, true, Map.of()));
    assertThat(all.of(Outcome.MISSING)).isNotEmpty();
    assertThat(all.outcome().fails()).isTrue();
  }
}
