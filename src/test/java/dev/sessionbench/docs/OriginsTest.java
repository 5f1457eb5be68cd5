package dev.sessionbench.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The line below a table says how its figures were made: by which command, of which commit, and
 * when. {@link FiguresTest} holds all but the command to the data.
 */
class OriginsTest {
  private static final Pattern ORIGIN = Pattern.compile("(?m)^`([^`]+)`: (.+) \\(\\[raw data\\]");
  private static final Pattern COMMIT = Pattern.compile("\\bcommits? [0-9a-f]{7}\\b");
  private static final Pattern DATE = Pattern.compile("\\b20[0-9]{2}-[0-9]{2}-[0-9]{2}\\b");
  private static final Pattern ASKED = Pattern.compile(" -f ([0-9]+)\\b");
  private static final Pattern MADE =
      Pattern.compile("(?:([0-9]+) runs, )?(?:([0-9]+) forks|one fork) a cell");

  static List<Document> documents() {
    return Document.all();
  }

  private static List<MatchResult> origins(Document document) {
    return ORIGIN.matcher(document.text()).results().toList();
  }

  @ParameterizedTest
  @MethodSource("documents")
  void everyTableNamesItsCommitAndDate(Document document) {
    assertThat(origins(document))
        .extracting(origin -> origin.group(2))
        .allMatch(words -> COMMIT.matcher(words).find() && DATE.matcher(words).find());
  }

  @ParameterizedTest
  @MethodSource("documents")
  void aCommandAsksForAsManyForksAsThereAre(Document document) {
    assertThat(origins(document))
        .extracting(MatchResult::group)
        .allMatch(line -> asksForWhatThereIs(line));
  }

  @Test
  void aCommandThatAsksForOthersIsFound() {
    assertThat(asksForWhatThereIs("`run -f 6`: 15 forks a cell, commit")).isFalse();
    assertThat(asksForWhatThereIs("`run -f 15`: 5 runs, 3 forks a cell, commit")).isFalse();
    assertThat(asksForWhatThereIs("`run -f 15 --shard N/5`: 5 runs, 3 forks a cell, c")).isTrue();
    assertThat(asksForWhatThereIs("`run -f 15 --shard N/5`: 15 forks a cell, commit")).isTrue();
    assertThat(asksForWhatThereIs("`run -f 1`: 3 runs, one fork a cell, commit")).isTrue();
    assertThat(asksForWhatThereIs("`run -f 0`: one fork a cell, commit")).isFalse();
    assertThat(asksForWhatThereIs("`run -f 2`: each cell once in one process")).isFalse();
    assertThat(asksForWhatThereIs("`run -f 0`: each cell once in one process")).isTrue();
  }

  /** The parts of a run count together; runs that were repeated count each for themselves. */
  private static boolean asksForWhatThereIs(String line) {
    Matcher asked = ASKED.matcher(line);
    if (!asked.find()) {
      return true;
    }
    Matcher made = MADE.matcher(line);
    int forks = 0;
    if (made.find()) {
      forks = made.group(2) == null ? 1 : Integer.parseInt(made.group(2));
      boolean parts = line.contains(" --shard ") && made.group(1) != null;
      forks *= parts ? Integer.parseInt(made.group(1)) : 1;
    }
    return forks == Integer.parseInt(asked.group(1));
  }
}
