package dev.sessionbench.base.text;

import java.math.BigDecimal;

/** Writes single values as {@link YamlText} reads them back. */
public final class YamlScalar {
  private YamlScalar() {}

  /** A text of any characters, in quotation marks, in which YAML and JSON agree. */
  public static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.chars().forEach(letter -> append(quoted, (char) letter));
    return quoted.append('"').toString();
  }

  private static void append(StringBuilder quoted, char letter) {
    switch (Character.getType(letter)) {
      // Whatever would end a line, or could not be seen.
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.UNASSIGNED ->
          quoted.append("\\u%04x".formatted((int) letter));
      default -> quoted.append(letter == '"' || letter == '\\' ? "\\" : "").append(letter);
    }
  }

  /** A number without an exponent and without needless zeros. */
  public static String plain(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }
}
