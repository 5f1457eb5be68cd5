package dev.sessionbench.lab.strategy;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Invalid;

/**
 * A number that users may choose for a strategy or a load.
 *
 * @param name as users write it, with its unit
 * @param standard what it is if they do not
 * @param lowest the least that it may be
 * @param highest the most that it may be
 * @param whole whether it must be a whole number
 * @param meaning what it decides, as a phrase
 */
public record Parameter(
    String name, double standard, double lowest, double highest, boolean whole, String meaning) {
  /**
   * Checks the standard value against the range.
   *
   * @throws IllegalArgumentException if it is outside
   */
  public Parameter {
    Invalid.when(
        !(lowest <= standard && standard <= highest),
        "%s=%s: must be from %s to %s",
        name,
        standard,
        lowest,
        highest);
  }

  /** A whole number. */
  public static Parameter whole(
      String name, int standard, int lowest, int highest, String meaning) {
    return new Parameter(name, standard, lowest, highest, true, meaning);
  }

  /** Any number. */
  public static Parameter real(
      String name, double standard, double lowest, double highest, String meaning) {
    return new Parameter(name, standard, lowest, highest, false, meaning);
  }

  /** A time in milliseconds, at most thirty days. */
  static Parameter millis(String name, double standard, double lowest, String meaning) {
    return real(name, standard, lowest, 30 * 86_400_000.0, "milliseconds " + meaning);
  }

  /** The same with another standard value. */
  public Parameter standing(double other) {
    return new Parameter(name, other, lowest, highest, whole, meaning);
  }

  /**
   * Reads a value.
   *
   * @param text as the user wrote it
   * @throws BadInput naming the parameter, the value and what would be right
   */
  public double read(String text) {
    double value;
    try {
      // Java's own way of writing numbers allows more than users mean, such as 25d.
      value = text.matches("[-+0-9.eE]+") ? Double.parseDouble(text) : Double.NaN;
    } catch (NumberFormatException e) {
      value = Double.NaN;
    }
    // Written so that NaN fails too.
    if (!(value >= lowest && value <= highest) || (whole && value != Math.rint(value))) {
      throw new BadInput("%s=%s: must be %s".formatted(name, text, range()));
    }
    return value;
  }

  /** What it may be, in words. */
  public String range() {
    return "%s from %s to %s"
        .formatted(whole ? "a whole number" : "a number", words(lowest), words(highest));
  }

  /** The standard value as users write it. */
  public String standardText() {
    return words(standard);
  }

  private static String words(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
