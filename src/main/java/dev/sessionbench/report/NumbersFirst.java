package dev.sessionbench.report;

import com.google.common.collect.Comparators;
import java.lang.module.ModuleDescriptor.Version;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Orders parameter values: numbers by size, then versions by release, then other values
 * alphabetically. A variant of a version comes right after the version.
 */
public final class NumbersFirst {
  /** A version, or a variant of one, as in {@code multiplexed-6.107.0}. */
  private static final Pattern VERSION =
      Pattern.compile("(?:[a-z]+-)?(\\d{1,9}\\.\\d{1,9}\\.\\d{1,9})");

  private static final Comparator<Optional<Version>> RELEASES_FIRST =
      Comparators.emptiesLast(Comparator.<Version>naturalOrder());

  private static final Comparator<String> WORDS =
      Comparator.comparing(NumbersFirst::version, RELEASES_FIRST)
          .thenComparingInt(text -> version(text).isPresent() ? text.length() : 0)
          .thenComparing(Comparator.naturalOrder());

  /** Equal numbers are equal values, as {@code 1} and {@code 1.0}. */
  static final Comparator<String> SIZE =
      (a, b) -> {
        OptionalDouble x = number(a);
        OptionalDouble y = number(b);
        return x.isEmpty() && y.isEmpty()
            ? WORDS.compare(a, b)
            // NaN sorts as the largest value.
            : Double.compare(x.orElse(Double.NaN), y.orElse(Double.NaN));
      };

  /** The same order, but only equal texts are equal: {@code 1} and {@code 1.0} are two values. */
  public static final Comparator<String> ORDER = SIZE.thenComparing(Comparator.naturalOrder());

  private NumbersFirst() {}

  private static Optional<Version> version(String text) {
    Matcher matcher = VERSION.matcher(text);
    return matcher.matches() ? Optional.of(Version.parse(matcher.group(1))) : Optional.empty();
  }

  /**
   * The number that a value is.
   *
   * @param text the value
   * @return its number; empty for text and for values that are not finite
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
