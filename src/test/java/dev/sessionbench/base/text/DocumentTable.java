package dev.sessionbench.base.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A table in a document that a test computes anew. With {@code -Dgolden.write=true} it is written
 * into the document, to be looked at before it is committed.
 */
public final class DocumentTable {
  private DocumentTable() {}

  /**
   * Requires a document to hold the rows of a table.
   *
   * @param document the document
   * @param rule the line under the table's header, unlike that of any other table there
   * @param rows the rows below, each ended by a line feed
   */
  public static void assertHolds(Path document, String rule, String rows) throws IOException {
    String text = Files.readString(document);
    if (Boolean.getBoolean("golden.write")) {
      int start = text.indexOf(rule + "\n") + rule.length() + 1;
      int end = text.indexOf("\n\n", start) + 1;
      text = text.substring(0, start) + rows + text.substring(end);
      Files.writeString(document, text);
    }
    assertThat(text).contains(rule + "\n" + rows + "\n");
  }
}
