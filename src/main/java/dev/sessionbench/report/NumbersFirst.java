package dev.sessionbench.report;

import java.util.Comparator;

/** The orders of parameter values: numbers by size, before words by the alphabet. */
final class NumbersFirst {
  /** Numbers of the same size are equal, as {@code 1} and {@code 1.0}. */
  static final Comparator<String> SIZE =
      (a, b) -> {
        double x = number(a);
        double y = number(b);
        if (Double.isNaN(x) && Double.isNaN(y)) {
          return a.compareTo(b);
        }
        return Double.compare(x, y); // NaN, a word, is the largest.
      };

  /** The same, but only equal texts are equal: {@code 1} and {@code 1.0} are two values. */
  static final Comparator<String> ORDER = SIZE.thenComparing(Comparator.naturalOrder());

  private NumbersFirst() {}

  private static double number(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }
}
