package dev.sessionbench.cli.compare;

import static dev.sessionbench.base.results.JmhCell.about;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.JmhCell;
import dev.sessionbench.cli.CommandFixture;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** Tests bad input that cannot be a file in a case's folder; the case folders have the rest. */
class CompareBadInputTest extends CommandFixture {
  private static JmhCell cell(int step) {
    return JmhCell.of("burst").param("incStep", step).times(about(100, 6));
  }

  @Test
  void aTruncatedFileIsRefusedInOneLine() throws IOException {
    String whole = "[" + cell(1) + "," + cell(25) + "]";
    for (int length = 0; length < whole.length(); length += 17) {
      Files.writeString(folder.resolve("cut.json"), whole.substring(0, length));
      assertThat(complaintOf("compare FOLDER/cut.json")).startsWith("error: FOLDER/cut.json:1:");
    }
  }

  @Test
  void anImpossiblePathIsRefusedInOneLine() {
    assertThat(complaintOf("compare a\0b"))
        .isEqualTo("error: a?b: not a path: Nul character not allowed\n");
  }
}
