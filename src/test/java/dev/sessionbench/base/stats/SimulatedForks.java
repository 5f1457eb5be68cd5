package dev.sessionbench.base.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Distributions of forks whose true median is {@link #CENTRE}. */
enum SimulatedForks {
  /** One value per fork, with a standard deviation of 5 %. */
  NORMAL(1),
  /** One value per fork, from Student's distribution with 3 degrees of freedom. */
  HEAVY_TAILED(2),
  /** Five values per fork, which differ by 1 % while forks differ by 5 %. */
  FORK_CLUSTERED(3),
  /** One value per fork, log-normal: some forks are much slower. */
  SKEWED(4),
  /**
   * One value per fork, half of them 5 % below and half 5 % above, as from two ways of compilation.
   */
  TWO_MODES(5);

  /** The true median. */
  static final double CENTRE = 100;

  private static final int ITERATIONS = 5;

  private final int number;

  SimulatedForks(int number) {
    this.number = number;
  }

  /** A stream of random numbers that is unique to a distribution, size and purpose. */
  SplittableRandom stream(int forks, int purpose) {
    return new SplittableRandom(20_261_121L + 1_000_003L * number + 1_009L * forks + purpose);
  }

  /** A sample with a number of forks. */
  Sample draw(int forks, SplittableRandom random) {
    List<List<Double>> raw = new ArrayList<>();
    for (int i = 0; i < forks; i++) {
      raw.add(fork(random));
    }
    return Sample.ofForks(raw);
  }

  private List<Double> fork(SplittableRandom random) {
    return switch (this) {
      case NORMAL -> List.of(CENTRE + 5 * random.nextGaussian());
      // This scale keeps values positive in practice.
      case HEAVY_TAILED -> List.of(Math.max(1, CENTRE + 3 * t3(random)));
      case SKEWED -> List.of(CENTRE * Math.exp(0.1 * random.nextGaussian()));
      case TWO_MODES -> List.of(CENTRE + (random.nextBoolean() ? 5 : -5) + random.nextGaussian());
      case FORK_CLUSTERED -> {
        double fork = CENTRE + 5 * random.nextGaussian();
        List<Double> iterations = new ArrayList<>();
        for (int i = 0; i < ITERATIONS; i++) {
          iterations.add(fork + random.nextGaussian());
        }
        yield iterations;
      }
    };
  }

  private static double t3(SplittableRandom random) {
    double squares = 0;
    for (int i = 0; i < 3; i++) {
      double z = random.nextGaussian();
      squares += z * z;
    }
    return random.nextGaussian() / Math.sqrt(squares / 3);
  }
}
