package dev.sessionbench.base.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Simulates how often the nominal 95 % intervals cover the truth. */
@Tag("slow")
class CoverageTest {
  private static final int SIMULATIONS = 2_000;
  private static final double CONFIDENCE = 0.95;

  /**
   * With this many cases, one in a hundred is three standard errors off; with these seeds none is.
   */
  private static final double STANDARD_ERRORS = 3;

  /** The exact coverage of order statistics by number of forks, from the binomial distribution. */
  private static final Map<Integer, Double> EXACT = Map.of(10, 0.9785, 20, 0.9586, 40, 0.9615);

  /** How often each interval covered the truth; empty if there is no interval. */
  private record Covered(OptionalDouble median, double ratio) {}

  @Test
  void intervalsCoverAtLeastTheirConfidence() {
    for (SimulatedForks shape : SimulatedForks.values()) {
      for (int forks : new int[] {5, 10, 20, 40}) {
        assertCovers(shape, forks, simulate(shape, forks));
      }
    }
  }

  private static void assertCovers(SimulatedForks shape, int forks, Covered covered) {
    if (forks == 5) {
      assertThat(covered.median).isEmpty();
    } else {
      double exact = EXACT.getOrDefault(forks, Double.NaN);
      assertThat(covered.median.orElseThrow())
          .as("median of %s forks, %s", forks, shape)
          .isCloseTo(exact, within(tolerance(exact)));
    }
    assertThat(covered.ratio)
        .as("ratio of %s forks, %s", forks, shape)
        .isBetween(0.95 - tolerance(0.95), 0.97 + tolerance(0.97));
  }

  private static double tolerance(double probability) {
    return STANDARD_ERRORS * Math.sqrt(probability * (1 - probability) / SIMULATIONS);
  }

  private static Covered simulate(SimulatedForks shape, int forks) {
    SplittableRandom random = shape.stream(forks, 0);
    int medians = 0;
    int ratios = 0;
    boolean none = MedianInterval.fewestForks(CONFIDENCE) > forks;
    for (int i = 0; i < SIMULATIONS; i++) {
      Sample base = shape.draw(forks, random);
      Sample head = shape.draw(forks, random);
      medians += contains(MedianInterval.of(base, CONFIDENCE), SimulatedForks.CENTRE);
      ratios += contains(RatioInterval.of(base, head, CONFIDENCE), 1);
    }
    return new Covered(share(none, medians), share(ratios));
  }

  private static int contains(Optional<Interval> interval, double truth) {
    return interval.filter(i -> i.contains(truth)).isPresent() ? 1 : 0;
  }

  private static double share(int covered) {
    return covered / (double) SIMULATIONS;
  }

  private static OptionalDouble share(boolean none, int covered) {
    return none ? OptionalDouble.empty() : OptionalDouble.of(share(covered));
  }
}
