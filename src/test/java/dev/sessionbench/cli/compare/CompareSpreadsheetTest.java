package dev.sessionbench.cli.compare;

import static dev.sessionbench.base.results.JmhCell.about;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.JmhCell;
import dev.sessionbench.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that CSV keeps the fields apart, and that no field is a formula. */
class CompareSpreadsheetTest {
  private static final int FIELDS = 19;
  private static final int COLUMN = 4;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain",
        "with space",
        "a,b",
        "a;b",
        "a\tb",
        "say \"no\"",
        "\"",
        "two\nlines",
        "carriage\r\nreturn",
        "-",
        "-1",
        "+5",
        "-1.5e-3",
        "1=2"
      })
  void aTextIsOneFieldAndReadsBack(String word) throws IOException {
    assertThat(columns(word)).containsExactlyInAnyOrder("base", word);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "=1",
        "=1+1",
        "=cmd|'/c calc'!A1",
        "=HYPERLINK(\"http://evil\",\"a\")",
        "+cmd",
        "+1+1",
        "-1+1",
        "-2+3+cmd|' /C calc'!A0",
        "--1",
        "@SUM(1,1)",
        "@1",
        "\t=1",
        "\r=1",
        "=two\nlines"
      })
  void aFormulaIsATextWithAnApostropheInFront(String word) throws IOException {
    assertThat(columns(word)).containsExactlyInAnyOrder("base", "'" + word);
  }

  /** The columns of each record if a parameter has this value in one of two cells. */
  private List<String> columns(String word) throws IOException {
    String file =
        JmhCell.write(
            folder,
            "f.json",
            JmhCell.of("b").param("x", "base").times(about(1, 6)),
            JmhCell.of("b").param("x", word).times(about(1, 6)));
    List<List<String>> records = parse(CommandRun.compared(file, "--format", "csv"));
    assertThat(records).allSatisfy(fields -> assertThat(fields).hasSize(FIELDS));
    return records.stream().skip(1).map(fields -> fields.get(COLUMN)).toList();
  }

  /** Parses CSV by RFC 4180. */
  private static List<List<String>> parse(String csv) {
    List<List<String>> records = new ArrayList<>();
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < csv.length(); i++) {
      char c = csv.charAt(i);
      boolean doubled = quoted && c == '"' && i + 1 < csv.length() && csv.charAt(i + 1) == '"';
      if (doubled) {
        field.append('"');
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && (c == ',' || c == '\n')) {
        fields.add(field.toString());
        field.setLength(0);
        if (c == '\n') {
          records.add(List.copyOf(fields));
          fields.clear();
        }
      } else {
        field.append(c);
      }
    }
    assertThat(quoted).isFalse();
    assertThat(fields).isEmpty();
    return records;
  }
}
