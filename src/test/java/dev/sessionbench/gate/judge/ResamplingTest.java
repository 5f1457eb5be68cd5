package dev.sessionbench.gate.judge;

import static dev.sessionbench.base.model.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.gate.GateData;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.judge.Resampling.Tally;
import dev.sessionbench.gate.policy.SyntheticPolicy;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ResamplingTest {
  private static final String BURST = "burst incStep=25";

  private static List<GateData> recorded(double change) {
    return IntStream.range(0, 4)
        .mapToObj(i -> new SyntheticGate(70 + i).change(BURST, "score", change).data())
        .toList();
  }

  @Test
  void gatesDrawnFromEqualSidesRaiseNoAlarm() {
    Resampling resampling = new Resampling(SyntheticPolicy.POLICY, recorded(0));
    Tally tally = resampling.run(300, true, 1);
    assertThat(resampling.recordedBlocks()).isEqualTo(48);
    assertThat(tally.gates()).isEqualTo(300);
    assertThat(tally.of(Outcome.REGRESSED)).isLessThanOrEqualTo(3);
    assertThat(tally.of(Outcome.SAME)).isGreaterThan(250);
  }

  @Test
  void gatesDrawnFromASlowerCandidateFindIt() {
    Tally tally = new Resampling(SyntheticPolicy.POLICY, recorded(0.1)).run(200, false, 1);
    assertThat(tally.of(Outcome.REGRESSED)).isGreaterThan(190);
    assertThat(tally.failedBy()).containsOnlyKeys("wall time");
  }

  @Test
  void exchangingSidesCannotHideAChange() {
    // If equal builds still differ, half of the drawn blocks show the opposite.
    Tally tally = new Resampling(SyntheticPolicy.POLICY, recorded(0.1)).run(200, true, 1);
    assertThat(tally.of(Outcome.SAME)).isLessThan(20);
  }

  @Test
  void orderOfTheSidesIsBalancedAsInAGate() {
    SyntheticGate second = new SyntheticGate(3).noise(0.002);
    second.second = 0.1;
    Resampling resampling = new Resampling(SyntheticPolicy.POLICY, List.of(second.data()));
    // With coin flips, a side would run second, and be worse, in ten of twelve blocks of some
    // gates.
    Tally equal = resampling.run(500, true, 1);
    assertThat(equal.of(Outcome.INCONCLUSIVE)).isEqualTo(500);
    assertThat(resampling.run(500, false, 1).of(Outcome.INCONCLUSIVE)).isEqualTo(500);
  }

  @Test
  void sameSeedDrawsTheSameGates() {
    Resampling resampling = new Resampling(SyntheticPolicy.POLICY, recorded(0));
    assertThat(resampling.run(50, true, 3)).isEqualTo(resampling.run(50, true, 3));
  }

  @Test
  void refusesGatesWithoutRecordedBlocks() {
    List<GateData> empty = List.of(new SyntheticGate(1).blocks(0).data());
    refused(() -> new Resampling(SyntheticPolicy.POLICY, empty));
  }
}
