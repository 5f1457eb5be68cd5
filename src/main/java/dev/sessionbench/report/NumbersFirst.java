package dev.sessionbench.report;

import java.util.Comparator;
import java.util.OptionalDouble;

/** The orders of parameter values: numbers by size, before words by the alphabet. */
public final class NumbersFirst {
  /** Numbers of the same size are equal, as {@code 1} and {@code 1.0}. */
  static final Comparator<String> SIZE =
      (a, b) -> {
        OptionalDouble x = number(a);
        OptionalDouble y = number(b);
        return x.isEmpty() && y.isEmpty()
            ? a.compareTo(b)
            // NaN, here a word, is the largest.
            : Double.compare(x.orElse(Double.NaN), y.orElse(Double.NaN));
      };

  /** The same, but only equal texts are equal: {@code 1} and {@code 1.0} are two values. */
  public static final Comparator<String> ORDER = SIZE.thenComparing(Comparator.naturalOrder());

  private NumbersFirst() {}

  /**
   * The number that a value is.
   *
   * @param text the value
   * @return its number; nothing for words and for what is not finite
   */
  public static OptionalDouble number(String text) {
    try {
      double value = Double.parseDouble(text);
      return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
    } catch (NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }
}
