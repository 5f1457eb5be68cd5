package dev.sessionbench.report;

import java.util.regex.Pattern;

/**
 * Words of a file as a reader may see them. Control characters could move a terminal's cursor or
 * recolour it, line ends could pass for lines of ours, and marks of direction could make figures
 * change places.
 */
public final class Visible {
  private static final Pattern UNSEEN =
      Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]");

  private Visible() {}

  /**
   * A text without what cannot be seen.
   *
   * @param text the text
   * @return the text with a question mark for each such character
   */
  public static String of(String text) {
    return UNSEEN.matcher(text).replaceAll("?");
  }
}
