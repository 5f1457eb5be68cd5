package dev.sessionbench.base.model;

/**
 * Random numbers by position. The draw at {@code (seed, stream, index)} is always the same, on any
 * thread and after any other draws.
 *
 * <p>Operations and RPCs race. Yet two runs with one seed give the i-th operation the same waits,
 * and the n-th RPC of a method the same simulated time. A shared {@link java.util.Random} would
 * hand out its numbers in the order of arrival, so every run would get different work.
 *
 * <p>The mixing function is the finaliser of SplitMix64 (Steele, Lea, Flood: "Fast Splittable
 * Pseudorandom Number Generators", OOPSLA 2014), applied once per coordinate.
 */
public final class SeededDraws {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private SeededDraws() {}

  /**
   * A whole number drawn uniformly.
   *
   * @param seed the seed of the run
   * @param stream selects one of many independent sequences
   * @param index the position in the sequence
   * @param bound the exclusive upper bound, at least 1
   * @return a number from 0 to {@code bound - 1}
   * @throws IllegalArgumentException if the bound is not positive
   */
  public static long uniform(long seed, long stream, long index, long bound) {
    Invalid.when(bound < 1, "bound must be at least 1, was %s", bound);
    // The high half of the 128-bit product is uniform enough: the bias is below bound / 2^63.
    return Math.multiplyHigh(bits(seed, stream, index) >>> 1, bound << 1);
  }

  /**
   * A fraction drawn uniformly.
   *
   * @param seed the seed of the run
   * @param stream selects one of many independent sequences
   * @param index the position in the sequence
   * @return a multiple of 2^-53, from 0 inclusive to 1 exclusive
   */
  public static double unit(long seed, long stream, long index) {
    return (bits(seed, stream, index) >>> 11) * 0x1.0p-53;
  }

  /**
   * A draw from the normal distribution of mean 0 and deviation 1. The method is that of Box and
   * Muller ("A Note on the Generation of Random Normal Deviates", 1958).
   *
   * @param seed the seed of the run
   * @param stream selects one of many independent sequences
   * @param index the position in the sequence
   * @return the number, from -8.6 to 8.6
   */
  public static double gaussian(long seed, long stream, long index) {
    // 1 - unit is never 0. The second coordinate uses a separate sequence. StrictMath draws the
    // same numbers on every JVM.
    double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - unit(seed, stream, index)));
    double angle = 2 * Math.PI * unit(seed, ~stream, index);
    return radius * StrictMath.cos(angle);
  }

  /**
   * A number drawn from the exponential distribution of mean 1.
   *
   * @param seed the seed of the run
   * @param stream selects one of many independent sequences
   * @param index the position in the sequence
   * @return the number, from 0 to 36.8
   */
  public static double exponential(long seed, long stream, long index) {
    return -StrictMath.log(1 - unit(seed, stream, index));
  }

  /**
   * Sixty-four random bits.
   *
   * @param seed the seed of the run
   * @param stream selects one of many independent sequences
   * @param index the position in the sequence
   * @return the bits at that position
   */
  public static long bits(long seed, long stream, long index) {
    return mix(mix(mix(seed + GOLDEN_GAMMA) + stream * GOLDEN_GAMMA) + index * GOLDEN_GAMMA);
  }

  private static long mix(long value) {
    long z = value;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
