package dev.sessionbench.report;

import java.util.Comparator;

/** The order of parameter values: numbers by size, before words by the alphabet. */
final class NumbersFirst {
  static final Comparator<String> ORDER =
      (a, b) -> {
        double x = number(a);
        double y = number(b);
        if (Double.isNaN(x) && Double.isNaN(y)) {
          return a.compareTo(b);
        }
        return Double.compare(x, y); // NaN, a word, is the largest.
      };

  private NumbersFirst() {}

  private static double number(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }
}
