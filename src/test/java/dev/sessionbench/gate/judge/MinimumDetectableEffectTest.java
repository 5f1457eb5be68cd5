package dev.sessionbench.gate.judge;

import static dev.sessionbench.gate.judge.SyntheticGate.STEADY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sessionbench.gate.judge.Finding.Kind;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.judge.TimedTest.MinimumDetectableEffect;
import dev.sessionbench.gate.policy.Conclusion;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.SyntheticPolicy;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MinimumDetectableEffectTest {
  private static final double MARGIN = Math.log(1.03);

  /** Twelve log-ratios at an equal distance on both sides of a centre. */
  private static double[] blocks(double centre, double distance) {
    return IntStream.range(0, 12)
        .mapToDouble(i -> centre + (i % 2 == 0 ? distance : -distance))
        .toArray();
  }

  private static double effect(double[] logRatios) {
    return new MinimumDetectableEffect(12, 0.0125, 6, 0.1).of(logRatios, MARGIN).orElseThrow();
  }

  @Test
  void dependsOnTheNoiseAndNotOnTheObservedChange() {
    assertThat(effect(blocks(0.5, 0.03))).isCloseTo(effect(blocks(0, 0.03)), within(1e-12));
  }

  @Test
  void growsWithTheNoiseAndIsTheMarginWithoutNoise() {
    double once = Math.log1p(effect(blocks(0, 0.03))) - MARGIN;
    double twice = Math.log1p(effect(blocks(0, 0.06))) - MARGIN;
    assertThat(twice).isCloseTo(2 * once, within(1e-12));
    assertThat(effect(blocks(0, 0))).isCloseTo(0.03, within(1e-12));
  }

  @Test
  void confirmationReducesThePower() {
    double[] sample = blocks(0, 0.03);
    double alone =
        new MinimumDetectableEffect(12, 0.0125, 200, 0.1).of(sample, MARGIN).orElseThrow();
    double few = new MinimumDetectableEffect(12, 0.0125, 6, 0.02).of(sample, MARGIN).orElseThrow();
    assertThat(alone).isLessThan(effect(sample));
    assertThat(effect(sample)).isLessThan(few);
  }

  @Test
  void isEmptyWithTooFewBlocks() {
    double[] sample = blocks(0, 0.03);
    // Six blocks can reach a p-value of 1/64.
    assertThat(new MinimumDetectableEffect(6, 1 / 64.0, 6, 1 / 64.0).of(sample, MARGIN))
        .isPresent();
    assertThat(new MinimumDetectableEffect(6, 1 / 65.0, 6, 1 / 64.0).of(sample, MARGIN)).isEmpty();
    assertThat(new MinimumDetectableEffect(6, 1 / 64.0, 6, 1 / 65.0).of(sample, MARGIN)).isEmpty();
  }

  @Test
  void isEmptyIfTheNoiseIsUnknown() {
    MinimumDetectableEffect effect = new MinimumDetectableEffect(12, 0.0125, 6, 0.1);
    assertThat(effect.of(new double[0], MARGIN)).isEmpty();
    assertThat(effect.of(new double[] {1}, MARGIN)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0.41, 0.05, 'wall time: could have found 41.0 %, must be at most 40.0 %'",
    "0.5, 0.5, ''",
    "NaN, 0.5, 'wall time: could have found no change of any size, must be at most 50.0 %'",
  })
  void powerLacksBeyondTwiceTheMarginOrWithoutTime(double found, double most, String lack) {
    String rules = "warmups: 3, iterations: 3, gated: [score, cpu]";
    Policy policy = SyntheticPolicy.with(rules, rules + ", margins: {score: 0.2}");
    Finding score =
        new Finding(STEADY, "score", "wall time", Kind.MEASURED, Outcome.SAME, "")
            .with(f -> f.base(700).detectableChange(found));
    Finding untimed = Finding.untimed(STEADY);
    Finding other = untimed.withNote("of no test");
    List<Finding> all =
        List.of(score, untimed, other.withKind(Kind.SHOWN), other.withOutcome(Outcome.FAILED));
    Judgement judgement =
        new Judgement(Outcome.SAME, Conclusion.SUCCESS, true, 12, all, List.of(), 6, Set.of());
    assertThat(Judge.lackingPower(policy, judgement, most))
        .containsExactlyElementsOf(
            Stream.of(lack, "not timed, the budget is too short for all cells")
                .filter(line -> !line.isEmpty())
                .map("too little power: steady incStep=25: "::concat)
                .toList());
  }
}
