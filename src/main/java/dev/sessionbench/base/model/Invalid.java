package dev.sessionbench.base.model;

import java.util.Locale;

/** Refuses values that must not be. */
public final class Invalid {
  private Invalid() {}

  /**
   * Refuses a value. What stands in the message is given as values, so that a value that is right
   * does not pay for its making.
   *
   * @param wrong whether the value is refused
   * @param message names the value and says what would be right, as a format
   * @param values what stands in the message
   * @throws IllegalArgumentException with the message, if it is wrong
   */
  public static void when(boolean wrong, String message, Object... values) {
    if (wrong) {
      throw new IllegalArgumentException(String.format(Locale.ROOT, message, values));
    }
  }
}
