package dev.sessionbench.base.model;

import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reports bad input of any kind: an option, a file, an address. The message is one line: what was
 * given, where if known, and what would be right.
 */
public final class BadInput extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * An error without a place.
   *
   * @param message one line
   */
  public BadInput(String message) {
    super(message);
  }

  /**
   * Throws if input is wrong.
   *
   * @param wrong whether it is refused
   * @param message names the input and says what would be right, as a format
   * @param values the values that the format inserts
   */
  public static void when(boolean wrong, String message, @Nullable Object... values) {
    if (wrong) {
      throw new BadInput(String.format(Locale.ROOT, message, values));
    }
  }

  /**
   * An error at a place.
   *
   * @param place the name of a text, with line and column where they are known
   * @param problem what is wrong there; line breaks in it become spaces
   */
  public static BadInput at(String place, String problem) {
    return new BadInput(place + ": " + problem.replaceAll("\\s*\\R\\s*", " "));
  }

  /**
   * An error for a name that does not exist.
   *
   * @param kind what should have the name
   * @param given the name
   * @param known the names that there are, at least one
   */
  public static BadInput unknown(String kind, String given, Collection<String> known) {
    return new BadInput("unknown %s '%s'%s".formatted(kind, given, instead(given, known)));
  }

  /**
   * A hint at the known name that was probably meant, to end an error message.
   *
   * @param given the name
   * @param known the names that there are, at least one
   */
  public static String instead(String given, Collection<String> known) {
    String nearest =
        Collections.min(known, Comparator.comparingInt(name -> editDistance(given, name)));
    // A name that differs in more than half of its letters would be a misleading guess.
    String hint =
        editDistance(given, nearest) <= nearest.length() / 2 ? " (nearest: " + nearest + ")" : "";
    return "%s; there are: %s".formatted(hint, String.join(", ", known));
  }

  /** Letters to change, add or leave out (Levenshtein 1966), ignoring case. */
  private static int editDistance(String from, String to) {
    int[] row = IntStream.rangeClosed(0, to.length()).toArray();
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        char a = Character.toLowerCase(from.charAt(i - 1));
        char b = Character.toLowerCase(to.charAt(j - 1));
        int changed = diagonal + (a == b ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[to.length()];
  }

  /**
   * An error with its cause.
   *
   * @param message one line
   * @param cause the exception that caused it
   */
  public BadInput(String message, Throwable cause) {
    super(message, cause);
  }
}
