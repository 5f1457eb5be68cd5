package dev.sessionbench.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sessionbench.model.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HistoryFileTest {
  @TempDir Path folder;

  private Path file() {
    return folder.resolve("history.jsonl");
  }

  private static HistoryLine line(String commit) {
    return new HistoryLine(
        "2026-11-21T08:00:00Z",
        commit,
        "6.107.0",
        "incStep",
        "25",
        new TreeMap<>(Map.of("B.burst incStep=1", 1.4375, "B.burst incStep=50", 0.995)),
        new TreeMap<>(Map.of("B.burst incStep=1 rpcs", 304L)));
  }

  private static String text(String commit) {
    return "{\"acceptedAt\":\"2026-11-21T08:00:00Z\",\"gitCommit\":\""
        + commit
        + "\",\"clientVersion\":\"6.107.0\",\"column\":\"incStep\",\"base\":\"25\","
        + "\"ratios\":{\"B.burst incStep=1\":1.4375,\"B.burst incStep=50\":0.995},"
        + "\"counts\":{\"B.burst incStep=1 rpcs\":304}}";
  }

  @Test
  void aFileThatIsNotThereIsAnEmptyHistory() {
    assertThat(HistoryFile.read(file())).isEmpty();
  }

  @Test
  void whatIsAppendedReadsBackOldestFirst() {
    for (String commit : List.of("one", "two", "three")) {
      HistoryFile.append(file(), line(commit));
    }
    assertThat(HistoryFile.read(file())).containsExactly(line("one"), line("two"), line("three"));
  }

  @Test
  void aLineIsOneLineWithItsNamesInOrder() throws IOException {
    HistoryFile.append(file(), line("one"));
    assertThat(file()).hasContent(text("one")).content().endsWith("}\n");
  }

  @Test
  void theFoldersOfANewHistoryAreMade() {
    Path deep = folder.resolve("results/history/history.jsonl");
    HistoryFile.append(deep, line("one"));
    assertThat(HistoryFile.read(deep)).containsExactly(line("one"));
  }

  @Test
  void whatWasThereStaysByteForByteWhateverItsLineEnds() throws IOException {
    String before = "\n" + text("one") + " \r\n\n" + text("two").replace(",", " , ");
    Files.writeString(file(), before);
    HistoryFile.append(file(), line("three"));
    assertThat(Files.readString(file())).isEqualTo(before + "\n" + text("three") + "\n");
    assertThat(HistoryFile.read(file())).containsExactly(line("one"), line("two"), line("three"));
  }

  @Test
  void keysOfTheFutureAreLeftAside() throws IOException {
    Files.writeString(file(), text("one").replace("{\"acc", "{\"new\":[1],\"acc"));
    assertThat(HistoryFile.read(file())).containsExactly(line("one"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hello | .*line 3:1:1: Unrecognized token.*",
        "{} | .*line 3:1:2: .*'acceptedAt'.*",
        "[] | .*line 3:1:1: .*",
        "null | .*line 3:1:1: expected.*null",
        "{\"acceptedAt\": | .*line 3:1:\\d+: .*truncated.*",
        "{} {} | .*line 3:1:.*"
      })
  void aLineThatIsNoneIsNamedByItsNumber(String bad, String complaint) throws IOException {
    assertComplaint(bad, complaint);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1.4375 | \"much\" | .*line 3:1:\\d+: at ratios.B.burst incStep=1: .*much.*",
        "1.4375 | {} | .*line 3:1:\\d+: at ratios.B.burst incStep=1: .*",
        "304 | \"many\" | .*line 3:1:\\d+: at counts.B.burst incStep=1 rpcs: .*many.*",
        "\"base\" | \"bass\" | .*line 3:1:\\d+: .*'base'.*",
      })
  void aValueThatIsNoneIsNamedByItsPlace(String good, String bad, String complaint)
      throws IOException {
    assertComplaint(text("one").replace(good, bad), complaint);
  }

  private void assertComplaint(String bad, String complaint) throws IOException {
    String before = text("one") + "\n\n" + bad + "\n" + text("two") + "\n";
    Files.writeString(file(), before);
    assertThatThrownBy(() -> HistoryFile.read(file()))
        .isInstanceOf(BadInput.class)
        .message()
        .startsWith(file().toString())
        .matches(complaint)
        .doesNotContain("\n");
    // A broken history is not buried under one more line.
    assertThatThrownBy(() -> HistoryFile.append(file(), line("three")))
        .isInstanceOf(BadInput.class);
    assertThat(Files.readString(file())).isEqualTo(before);
  }

  @Test
  void aNullWhereAMapMustBeIsNamedInOneLine() throws IOException {
    Files.writeString(file(), text("one").replaceFirst("\"ratios\":\\{[^}]*}", "\"ratios\":null"));
    assertThatThrownBy(() -> HistoryFile.read(file()))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("line 1:1:")
        .hasMessageEndingWith("null where a value must be");
  }

  @Test
  void aFolderIsNoHistory() {
    assertThatThrownBy(() -> HistoryFile.read(folder))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("cannot be read");
    assertThatThrownBy(() -> HistoryFile.append(folder, line("one"))).isInstanceOf(BadInput.class);
  }
}
