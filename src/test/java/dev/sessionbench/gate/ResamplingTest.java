package dev.sessionbench.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sessionbench.model.BadInput;
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
  void gatesDrawnFromEqualArmsRaiseNoAlarm() {
    Resampling resampling = new Resampling(SyntheticGate.POLICY, recorded(0));
    Tally tally = resampling.run(300, true, 1);
    assertThat(resampling.recordedBlocks()).isEqualTo(48);
    assertThat(tally.gates()).isEqualTo(300);
    assertThat(tally.of(Outcome.REGRESSED)).isLessThanOrEqualTo(3);
    assertThat(tally.of(Outcome.SAME)).isGreaterThan(250);
  }

  @Test
  void gatesDrawnFromASlowerHeadFindIt() {
    Tally tally = new Resampling(SyntheticGate.POLICY, recorded(0.1)).run(200, false, 1);
    assertThat(tally.of(Outcome.REGRESSED)).isGreaterThan(190);
    assertThat(tally.regressed()).containsOnlyKeys("wall time");
  }

  @Test
  void namingEitherArmTheHeadCannotHideAChangeThatIsThere() {
    // Equal builds that differ all the same: half of the blocks then say the opposite.
    Tally tally = new Resampling(SyntheticGate.POLICY, recorded(0.1)).run(200, true, 1);
    assertThat(tally.of(Outcome.SAME)).isLessThan(20);
  }

  @Test
  void theSameSeedDrawsTheSameGates() {
    Resampling resampling = new Resampling(SyntheticGate.POLICY, recorded(0));
    assertThat(resampling.run(50, true, 3)).isEqualTo(resampling.run(50, true, 3));
  }

  @Test
  void aGateHasAsManyFreshBlocksAsThePolicySays() {
    // Six blocks reach 1/64, seven would reach 1/128.
    Policy strict =
        PolicyFile.parse(
                "test", SyntheticGate.YAML.replace("confirmAlpha: 0.05", "confirmAlpha: 0.01"))
            .policy();
    Resampling resampling = new Resampling(strict, recorded(0.5));
    assertThat(resampling.run(50, false, 1).of(Outcome.INCONCLUSIVE)).isEqualTo(50);
  }

  @Test
  void nothingRecordedIsNothingToDrawFrom() {
    SyntheticGate empty = new SyntheticGate(1);
    empty.blocks = 0;
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> new Resampling(SyntheticGate.POLICY, List.of(empty.data())));
  }
}
