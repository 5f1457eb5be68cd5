package dev.sessionbench.base.stats;

import dev.sessionbench.base.model.Invalid;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Holm's step-down correction for multiple tests. Each adjusted p-value may be compared with alpha.
 * Among families without any difference, at most a share of alpha then reports one (S. Holm,
 * Scandinavian Journal of Statistics 6, 1979). It does not assume independence, which the metrics
 * of one fork lack.
 */
public final class Holm {
  private Holm() {}

  /**
   * Adjusts p-values.
   *
   * @param pValues the p-values
   * @param family the number of tests that share alpha, at least the number of p-values; tests of
   *     other shards count too
   * @return the adjusted p-values, in the same order, at most 1
   * @throws IllegalArgumentException if the family is smaller
   */
  public static double[] adjust(List<Double> pValues, int family) {
    Invalid.when(family < pValues.size(), "%s tests in a family of %s", pValues.size(), family);
    double[] adjusted = new double[pValues.size()];
    Stream<Integer> order =
        IntStream.range(0, pValues.size()).boxed().sorted(Comparator.comparing(pValues::get));
    double largest = 0;
    int left = family;
    for (int test : order.toList()) {
      largest = Math.max(largest, Math.min(1, left-- * pValues.get(test)));
      adjusted[test] = largest;
    }
    return adjusted;
  }
}
