package dev.sessionbench.base.stats;

import java.util.List;
import java.util.OptionalDouble;

/** The mean of ratios: doubling and halving cancel out. */
public final class GeometricMean {
  private GeometricMean() {}

  /**
   * The geometric mean.
   *
   * @param values the values
   * @return their mean; nothing where there are none or one is not positive and finite
   */
  public static OptionalDouble of(List<Double> values) {
    if (values.isEmpty() || values.stream().anyMatch(v -> !(v > 0) || v.isInfinite())) {
      return OptionalDouble.empty();
    }
    double logs = values.stream().mapToDouble(Math::log).sum();
    return OptionalDouble.of(Math.exp(logs / values.size()));
  }
}
