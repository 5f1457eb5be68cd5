package dev.sessionbench.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MinimumDetectableEffectTest {
  private static final double FLOOR = Math.log(1.03);

  /** Twelve log-ratios at an equal distance on both sides of a centre. */
  private static double[] blocks(double centre, double distance) {
    return IntStream.range(0, 12)
        .mapToDouble(i -> centre + (i % 2 == 0 ? distance : -distance))
        .toArray();
  }

  private static double effect(double[] logRatios, double floorLog) {
    return MinimumDetectableEffect.of(logRatios, 4, 0.05, 0.025, floorLog).orElseThrow();
  }

  @Test
  void isTheLargerOfWhatIsSignificantAndWhatIsClearOfTheFloor() {
    // Worked by hand: the deviation is 0.031334 and its error with 12 * 3/pi blocks 0.0092563; t of
    // 11 degrees is 2.200985 at 2.5 % and 2.980872 at 0.625 %, z of 80 % is 0.841621.
    assertThat(effect(blocks(0, 0.03), FLOOR)).isCloseTo(0.0594206, within(1e-6));
    assertThat(effect(blocks(0, 0.03), 0.001)).isCloseTo(0.0360157, within(1e-6));
  }

  @Test
  void dependsOnTheNoiseAndNotOnTheChangeThatWasSeen() {
    assertThat(effect(blocks(0.5, 0.03), FLOOR))
        .isCloseTo(effect(blocks(0, 0.03), FLOOR), within(1e-12));
  }

  @Test
  void growsWithTheNoiseAndIsTheFloorWithoutAny() {
    double once = Math.log1p(effect(blocks(0, 0.03), FLOOR)) - FLOOR;
    double twice = Math.log1p(effect(blocks(0, 0.06), FLOOR)) - FLOOR;
    assertThat(twice).isCloseTo(2 * once, within(1e-12));
    assertThat(effect(blocks(0, 0), FLOOR)).isCloseTo(0.03, within(1e-12));
  }

  @Test
  void thereIsNoneWhereTheBlocksAreTooFewToBeSignificant() {
    double[] six = {0.1, 0.2, 0.1, 0.2, 0.1, 0.2};
    // Six blocks reach a p-value of 1/32, which is an eighth shared by four tests.
    assertThat(MinimumDetectableEffect.of(six, 4, 0.125, 0.025, FLOOR)).isPresent();
    assertThat(MinimumDetectableEffect.of(six, 4, 0.1249, 0.025, FLOOR)).isEmpty();
    assertThat(MinimumDetectableEffect.of(new double[0], 1, 0.49, 0.25, FLOOR)).isEmpty();
    assertThat(MinimumDetectableEffect.of(new double[] {1}, 1, 0.49, 0.25, FLOOR)).isEmpty();
  }

  @Test
  void thereIsNoneWhereTheBlocksAreTooFewForAnInterval() {
    double[] six = {0.1, 0.2, 0.1, 0.2, 0.1, 0.2};
    assertThat(MinimumDetectableEffect.of(six, 1, 0.4, 1.0 / 64, FLOOR)).isPresent();
    assertThat(MinimumDetectableEffect.of(six, 1, 0.4, 1.0 / 65, FLOOR))
        .isEqualTo(OptionalDouble.empty());
  }
}
