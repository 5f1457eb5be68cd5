package dev.sessionbench.base.model;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Throws on illegal arguments. */
public final class Invalid {
  private Invalid() {}

  /**
   * Throws if a value is wrong. The message is formatted only then, so correct values cost nothing.
   *
   * @param wrong whether the value is refused
   * @param message names the value and says what would be right, as a format
   * @param values the values that the format inserts
   * @throws IllegalArgumentException with the message, if it is wrong
   */
  public static void when(boolean wrong, String message, @Nullable Object... values) {
    if (wrong) {
      throw new IllegalArgumentException(String.format(Locale.ROOT, message, values));
    }
  }
}
