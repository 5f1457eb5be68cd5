package dev.sessionbench.report.chart;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes elements. Names and attribute names are ours; every value and every text is escaped, since
 * it may come from a result file that somebody else wrote.
 */
public final class Markup {
  private static final int REPLACEMENT = 0xFFFD;

  private final StringBuilder out = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /**
   * Begins an element.
   *
   * @param name its name
   * @param attributes names and values in turn
   * @return this
   */
  Markup open(String name, String... attributes) {
    start(name, attributes);
    out.append('>');
    open.push(name);
    return this;
  }

  /** Ends the element that was begun last. */
  Markup close() {
    out.append("</").append(open.pop()).append(">\n");
    return this;
  }

  /** An element without content. */
  Markup empty(String name, String... attributes) {
    start(name, attributes);
    out.append("/>\n");
    return this;
  }

  /** An element with a text. */
  Markup text(String text, String name, String... attributes) {
    start(name, attributes);
    out.append('>').append(escape(text)).append("</").append(name).append(">\n");
    return this;
  }

  /** Markup that was escaped when it was written. */
  Markup append(Markup other) {
    out.append(other);
    return this;
  }

  private void start(String name, String... attributes) {
    if (attributes.length % 2 != 0) {
      throw new IllegalArgumentException(name + ": an attribute without a value");
    }
    out.append('<').append(name);
    for (int i = 0; i < attributes.length; i += 2) {
      out.append(' ').append(attributes[i]).append("=\"").append(escape(attributes[i + 1]));
      out.append('"');
    }
  }

  /**
   * A text that means itself in HTML and XML, in an element as in an attribute.
   *
   * @param text any text
   * @return the text with references for markup, and U+FFFD for what XML does not allow
   */
  public static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(isAllowed(c) ? c : REPLACEMENT);
              }
            });
    return escaped.toString();
  }

  private static boolean isAllowed(int c) {
    return c == '\t'
        || c == '\n'
        || c == '\r'
        || (c >= 0x20 && c < 0xD800)
        || (c > 0xDFFF && c < 0xFFFE)
        || c > 0xFFFF;
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
