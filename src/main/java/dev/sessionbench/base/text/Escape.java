package dev.sessionbench.base.text;

import com.google.common.html.HtmlEscapers;
import java.util.regex.Pattern;

/** Escapes untrusted text for each language in which it is printed. */
public final class Escape {
  /**
   * Control characters could move a terminal's cursor or recolour it. Line ends could fake lines of
   * ours, and direction marks could reorder numbers.
   */
  private static final Pattern UNSEEN =
      Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]");

  private static final Pattern MARKDOWN = Pattern.compile("([\\\\`*_\\[\\]|~#@])");

  /** Between these characters GitHub would make a mention, a reference or a link. */
  private static final Pattern LINKED =
      Pattern.compile("(?i)(?<=[@#])|(?<=:)(?=//)|(?<=www)(?=\\.)|(?<=gh)(?=-)");

  /** Characters that XML does not allow. */
  private static final Pattern NO_XML =
      Pattern.compile("[^\\t\\n\\r\\x{20}-\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]");

  /**
   * Text that a spreadsheet would compute. Numbers and the dash of an absent parameter are
   * excluded.
   */
  private static final Pattern FORMULA =
      Pattern.compile("[=@\t\r]|[+-](?!\\d*\\.?\\d*([eE][+-]?\\d+)?$)");

  /** Some spreadsheets also end a field at a semicolon or a tab. */
  private static final Pattern SPECIAL = Pattern.compile("[\",;\t\r\n]");

  private Escape() {}

  /**
   * Escapes text for a terminal.
   *
   * @param text any text
   * @return the text with a question mark for each character that cannot be seen
   */
  public static String terminal(String text) {
    return UNSEEN.matcher(text).replaceAll("?");
  }

  /**
   * Escapes text for Markdown, in tables and paragraphs.
   *
   * @param text any text
   * @return the text on one line, with a backslash before what would be markup
   */
  public static String markdown(String text) {
    String safe = terminal(text).replace("&", "&amp;").replace("<", "&lt;");
    return MARKDOWN.matcher(safe).replaceAll("\\\\$1");
  }

  /**
   * Escapes text so that GitHub makes no mention, reference, link or formula of it, in any context.
   *
   * @param text any text
   * @return the text with a zero-width space at each such place, and no dollar sign
   */
  public static String unlinked(String text) {
    return LINKED.matcher(text).replaceAll("\u200B").replace('$', '?');
  }

  /**
   * Escapes text for HTML and XML, in elements and attributes.
   *
   * @param text any text
   * @return the text with references for markup, and U+FFFD for what XML does not allow
   */
  public static String markup(String text) {
    return HtmlEscapers.htmlEscaper().escape(NO_XML.matcher(text).replaceAll("\uFFFD"));
  }

  /**
   * Escapes a field of CSV (RFC 4180), so that no spreadsheet takes it for a formula.
   *
   * @param field any text
   * @return the field, in quotes if needed
   */
  public static String csv(String field) {
    String safe = FORMULA.matcher(field).lookingAt() ? "'" + field : field;
    return SPECIAL.matcher(safe).find() ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
  }
}
