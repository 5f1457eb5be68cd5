package dev.sessionbench.base.text;

import java.util.regex.Pattern;

/** Texts that somebody else may have written, so that in each language they mean themselves. */
public final class Escape {
  /**
   * Control characters could move a terminal's cursor or recolour it, line ends could pass for
   * lines of ours, and marks of direction could make figures change places.
   */
  private static final Pattern UNSEEN =
      Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]");

  private static final Pattern MARKDOWN = Pattern.compile("([\\\\`*_\\[\\]|~#@])");

  /** Where GitHub would make a mention, a reference or a link: between these. */
  private static final Pattern LINKED =
      Pattern.compile("(?i)(?<=[@#])|(?<=:)(?=//)|(?<=www)(?=\\.)|(?<=gh)(?=-)");

  /** What XML does not allow. */
  private static final Pattern NO_XML =
      Pattern.compile("[^\\t\\n\\r\\x{20}-\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]");

  /** What a spreadsheet would compute: not a number, nor the dash of a parameter not there. */
  private static final Pattern FORMULA =
      Pattern.compile("[=@\t\r]|[+-](?!\\d*\\.?\\d*([eE][+-]?\\d+)?$)");

  /** Some spreadsheets also take a semicolon or a tab for the end of a field. */
  private static final Pattern SPECIAL = Pattern.compile("[\",;\t\r\n]");

  private Escape() {}

  /**
   * A text for a terminal.
   *
   * @param text any text
   * @return the text with a question mark for each character that cannot be seen
   */
  public static String terminal(String text) {
    return UNSEEN.matcher(text).replaceAll("?");
  }

  /**
   * A text for Markdown, in a table as in a paragraph.
   *
   * @param text any text
   * @return the text on one line, with a backslash before what would be markup
   */
  public static String markdown(String text) {
    String safe = terminal(text).replace("&", "&amp;").replace("<", "&lt;");
    return MARKDOWN.matcher(safe).replaceAll("\\\\$1");
  }

  /**
   * A text of which GitHub makes no mention, reference, link or formula, whatever it is part of.
   *
   * @param text any text
   * @return the text with a space of no width where one of these would be, and no dollar sign
   */
  public static String unlinked(String text) {
    return LINKED.matcher(text).replaceAll("\u200B").replace('$', '?');
  }

  /**
   * A text for HTML and XML, in an element as in an attribute.
   *
   * @param text any text
   * @return the text with references for markup, and U+FFFD for what XML does not allow
   */
  public static String markup(String text) {
    return NO_XML
        .matcher(text)
        .replaceAll("\uFFFD")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  /**
   * A field of CSV (RFC 4180), which no spreadsheet takes for a formula.
   *
   * @param field any text
   * @return the field, in quotes where needed
   */
  public static String csv(String field) {
    String safe = FORMULA.matcher(field).lookingAt() ? "'" + field : field;
    return SPECIAL.matcher(safe).find() ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
  }
}
