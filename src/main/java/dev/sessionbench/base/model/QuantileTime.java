package dev.sessionbench.base.model;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/**
 * A time from measured quantiles, interpolated linearly.
 *
 * @param quantiles at least two, in strictly ascending order of probability from 0 to 1, their
 *     times never falling
 */
@Key(name = "quantiles", is = "times by percentage, linear in between")
public record QuantileTime(List<Quantile> quantiles) implements Latency {
  /**
   * One quantile.
   *
   * @param probability the part of the RPCs that take at most this time, from 0 to 1
   * @param nanos the time in nanoseconds, from 0 to {@link Latency#MAX_NANOS}
   */
  public record Quantile(double probability, long nanos) {}

  /**
   * Checks the quantiles.
   *
   * @throws IllegalArgumentException if they are not in order or do not reach from 0 to 1
   */
  public QuantileTime {
    Invalid.when(
        quantiles.size() < 2
            || quantiles.get(0).probability() != 0
            || quantiles.get(quantiles.size() - 1).probability() != 1,
        "the quantiles must begin with 0 %% (the shortest) and end with 100 %% (the longest)");
    for (int i = 1; i < quantiles.size(); i++) {
      Quantile low = quantiles.get(i - 1);
      Quantile high = quantiles.get(i);
      boolean rises = high.probability > low.probability && high.nanos >= low.nanos;
      String falls = "the quantiles must rise: %s of %s ns comes after %s of %s ns";
      Invalid.when(!rises, falls, high.probability, high.nanos, low.probability, low.nanos);
    }
  }

  @Key(range = RANGE)
  @SuppressWarnings("UnusedMethod") // Readers of configurations call it by its annotation.
  private static QuantileTime of(Map<String, Long> nanosByPercent) {
    return new QuantileTime(
        nanosByPercent.entrySet().stream()
            .map(point -> new Quantile(part(point.getKey()), point.getValue()))
            .toList());
  }

  private static double part(String percent) {
    boolean fits = percent.matches("\\d{1,2}(\\.\\d{1,9})?|100");
    Invalid.when(!fits, "%s: must be a percentage from 0 to 100", percent);
    return new BigDecimal(percent).movePointLeft(2).doubleValue();
  }

  @Override
  public long drawNanos(long seed, long stream, long index, int sessions, int inFlight) {
    return Latency.clamp(nanosAt(SeededDraws.unit(seed, stream, index)));
  }

  /** The time at a probability from 0 to 1, in nanoseconds. */
  double nanosAt(double probability) {
    int upper = 1;
    while (probability > quantiles.get(upper).probability()) {
      upper++;
    }
    Quantile from = quantiles.get(upper - 1);
    Quantile to = quantiles.get(upper);
    double part = (probability - from.probability()) / (to.probability() - from.probability());
    return from.nanos() + part * (to.nanos() - from.nanos());
  }
}
