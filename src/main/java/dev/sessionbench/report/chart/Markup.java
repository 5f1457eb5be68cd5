package dev.sessionbench.report.chart;

import dev.sessionbench.text.Escape;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes elements. Names and attribute names are ours; every value and every text is escaped, since
 * it may come from a result file that somebody else wrote.
 */
public final class Markup {
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
    out.append('>').append(Escape.markup(text)).append("</").append(name).append(">\n");
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
      out.append(' ').append(attributes[i]).append("=\"").append(Escape.markup(attributes[i + 1]));
      out.append('"');
    }
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
