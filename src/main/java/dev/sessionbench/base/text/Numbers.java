package dev.sessionbench.base.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.function.DoubleFunction;

/** Formats numbers, the same in every locale. */
public final class Numbers {
  private static final double GROUPED_FROM = 999.5;

  /** Two decimals would show less than this as 0. */
  private static final double HALF_A_HUNDREDTH = 0.005;

  /** Smaller values are rounding errors of a result that is 0. */
  private static final double NOISE = 1e-12;

  private static final String[] UNITS = {" d", " h", " min", " s"};

  private Numbers() {}

  /**
   * A coordinate to a tenth of a pixel, without trailing zeros.
   *
   * @param value the coordinate in pixels
   * @return the text
   */
  public static String coordinate(double value) {
    long tenths = Math.round(value * 10);
    return BigDecimal.valueOf(tenths, 1).stripTrailingZeros().toPlainString();
  }

  /**
   * A number for readers: whole from 100, else with at most two decimals, thousands grouped. It has
   * three digits if two decimals would show it as 0.
   *
   * @param value the number
   * @return the text; a dash if the number is not finite
   */
  public static String label(double value) {
    if (!Double.isFinite(value)) {
      return "–";
    }
    double size = Math.abs(value);
    if (size >= GROUPED_FROM) {
      return String.format(Locale.ROOT, "%,d", Math.round(value));
    }
    if (size < HALF_A_HUNDREDTH && size > NOISE) {
      return threeDigits(value);
    }
    String text =
        String.format(Locale.ROOT, size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : "%.2f", value);
    return text.contains(".") ? text.replaceFirst("\\.?0+$", "") : text;
  }

  /**
   * A number that is mostly a count: whole if it is one.
   *
   * @param value the number
   * @param fraction writes any other
   * @return the text
   */
  public static String wholeOr(double value, DoubleFunction<String> fraction) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%.0f", value)
        : fraction.apply(value);
  }

  /**
   * A number to one decimal.
   *
   * @param value the number
   * @return the text
   */
  public static String oneDecimal(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  /**
   * A time in milliseconds: one decimal from 1 on, three digits below, so that only 0 is shown as
   * 0.
   *
   * @param millis the time
   * @return the text
   */
  public static String millis(double millis) {
    return millis != 0 && Math.abs(millis) < 1 ? threeDigits(millis) : oneDecimal(millis);
  }

  /**
   * A small number to three significant digits, without trailing zeros.
   *
   * @param value the number, from -1 to 1
   * @return the text, with an exponent below a millionth
   */
  public static String threeDigits(double value) {
    return BigDecimal.valueOf(value).round(new MathContext(3)).stripTrailingZeros().toString();
  }

  /**
   * A number to four significant digits; no exponent for the usual values of tables.
   *
   * @param value the number
   * @return the text
   */
  public static String fourDigits(double value) {
    double size = Math.abs(value);
    if (size != 0 && (size < 1e-4 || size >= 1e9)) {
      return String.format(Locale.ROOT, "%.3e", value);
    }
    int digits = size == 0 ? 0 : Math.max(0, 3 - (int) Math.floor(Math.log10(size)));
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }

  /**
   * A time in its largest unit, and in the next one if that adds something.
   *
   * @param seconds the time in seconds, at least 0
   * @return as in {@code 3 h 20 min}
   */
  public static String duration(long seconds) {
    long[] parts = {seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60};
    int unit = 0;
    while (unit < UNITS.length - 1 && parts[unit] == 0) {
      unit++;
    }
    String largest = parts[unit] + UNITS[unit];
    return unit == UNITS.length - 1 || parts[unit + 1] == 0
        ? largest
        : largest + " " + parts[unit + 1] + UNITS[unit + 1];
  }

  /**
   * A ratio as the percentage above or below 1.
   *
   * @param ratio the ratio
   * @return the text, with its sign; {@code n/a} if the ratio is not finite
   */
  public static String change(double ratio) {
    return Double.isFinite(ratio)
        ? String.format(Locale.ROOT, "%+.1f %%", 100 * (ratio - 1))
        : "n/a";
  }
}
