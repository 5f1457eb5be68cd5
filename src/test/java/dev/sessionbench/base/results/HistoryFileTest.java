package dev.sessionbench.base.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sessionbench.base.model.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HistoryFileTest {
  @TempDir Path folder;

  private Path file() {
    return folder.resolve("history.jsonl");
  }

  private final List<String> complaints = new ArrayList<>();

  private List<HistoryLine> read() {
    return HistoryFile.read(file(), complaints::add);
  }

  private void append(String commit) {
    HistoryFile.append(file(), line(commit), complaints::add);
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
    assertThat(read()).isEmpty();
  }

  @Test
  void whatIsAppendedReadsBackOldestFirst() {
    for (String commit : List.of("one", "two", "three")) {
      append(commit);
    }
    assertThat(read()).containsExactly(line("one"), line("two"), line("three"));
  }

  @Test
  void aLineThatIsThereIsNotAddedAgain() {
    for (String commit : List.of("one", "two", "one")) {
      append(commit);
    }
    assertThat(read()).containsExactly(line("one"), line("two"));
  }

  @Test
  void aLineIsOneLineWithItsNamesInOrder() throws IOException {
    append("one");
    assertThat(file()).hasContent(text("one")).content().endsWith("}\n");
  }

  @Test
  void theFoldersOfANewHistoryAreMade() {
    Path deep = folder.resolve("results/history/history.jsonl");
    HistoryFile.append(deep, line("one"), complaints::add);
    assertThat(HistoryFile.read(deep, complaints::add)).containsExactly(line("one"));
  }

  @Test
  void whatWasThereStaysByteForByteWhateverItsLineEnds() throws IOException {
    String before = "\n" + text("one") + " \r\n\n" + text("two").replace(",", " , ");
    Files.writeString(file(), before);
    append("three");
    assertThat(Files.readString(file())).isEqualTo(before + "\n" + text("three") + "\n");
    assertThat(read()).containsExactly(line("one"), line("two"), line("three"));
  }

  @Test
  void keysOfTheFutureAreLeftAside() throws IOException {
    Files.writeString(file(), text("one").replace("{\"acc", "{\"new\":[1],\"acc"));
    assertThat(read()).containsExactly(line("one"));
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
    assertThatThrownBy(() -> read())
        .isInstanceOf(BadInput.class)
        .message()
        .startsWith(file().toString())
        .matches(complaint)
        .doesNotContain("\n");
    // A broken history is not buried under one more line.
    assertThatThrownBy(() -> append("three")).isInstanceOf(BadInput.class);
    assertThat(Files.readString(file())).isEqualTo(before);
  }

  @Test
  void aNullWhereAMapMustBeIsNamedInOneLine() throws IOException {
    Files.writeString(file(), text("one").replaceFirst("\"ratios\":\\{[^}]*}", "\"ratios\":null"));
    assertThatThrownBy(() -> read())
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("line 1:1:")
        .hasMessageEndingWith("null where a value must be");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 20, 60, 140, 200})
  void aTornLastLineIsLeftOutWithOneComplaintAndTheNextTakesItsPlace(int length)
      throws IOException {
    String whole = text("one") + "\n" + text("two") + "\n";
    Files.writeString(file(), whole + text("torn").substring(0, length));
    assertThat(read()).containsExactly(line("one"), line("two"));
    assertThat(complaints)
        .containsExactly(file() + " line 3: torn, and left out: the file ends in the midst of it");
    append("three");
    assertThat(Files.readString(file())).isEqualTo(whole + text("three") + "\n");
    assertThat(read()).hasSize(3);
  }

  @Test
  void aTornLineThatOthersFollowIsAnErrorAsItsPlaceWasNotLast() throws IOException {
    Files.writeString(file(), text("torn").substring(0, 60) + "\n" + text("one") + "\n");
    assertThatThrownBy(this::read)
        .isInstanceOf(BadInput.class)
        .hasMessageContaining(file() + " line 1:1:");
    assertThat(complaints).isEmpty();
  }

  @Test
  void aFolderIsNoHistory() {
    assertThatThrownBy(() -> HistoryFile.read(folder, complaints::add))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("cannot be read");
    assertThatThrownBy(() -> HistoryFile.append(folder, line("one"), complaints::add))
        .isInstanceOf(BadInput.class);
  }
}
