package dev.sessionbench.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sessionbench.base.results.JmhCell;
import dev.sessionbench.cli.CommandRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How several files, and the parts of one run, come together. */
class CompareFilesTest extends CompareFixture {
  @Test
  void filesAreColumnsNamedByTheirLabelsOrTheirNames() throws IOException {
    String old = JmhCell.write(folder, "old.json", cell("burst", 25, "original", 100));
    String head = JmhCell.write(folder, "new.json", cell("burst", 25, "original", 80));
    ComparedJson labelled = ComparedJson.of("base=" + old, "head=" + head);
    assertThat(labelled.columns()).containsExactly("base", "head");
    assertThat(labelled.cell("B.burst", "head").at("/comparison/verdict").asText())
        .isEqualTo("BETTER");
    ComparedJson bare = ComparedJson.of(old, head, "--base", "new.json");
    assertThat(bare.columns()).containsExactly("old.json", "new.json");
    assertThat(bare.cell("B.burst", "old.json").at("/comparison/verdict").asText())
        .isEqualTo("WORSE");
  }

  @Test
  void aFileWhoseNameHoldsAnEqualsSignIsStillAFile() throws IOException {
    String odd = JmhCell.write(folder, "a=b.json", cell("burst", 25, "original", 100));
    assertThat(ComparedJson.of(odd).rows()).containsExactly("B.burst");
  }

  @Test
  void cellsThatOnlyOneFileHoldsHaveNoRatio() throws IOException {
    String old =
        JmhCell.write(folder, "old.json", cell("burst", 25, "a", 100), cell("gone", 25, "a", 100));
    String head =
        JmhCell.write(folder, "new.json", cell("burst", 25, "a", 80), cell("new", 25, "a", 80));
    ComparedJson compared = ComparedJson.of("base=" + old, "head=" + head);
    assertThat(compared.rows()).containsExactly("B.burst", "B.gone", "B.new");
    assertThat(compared.cell("B.new", "head").has("comparison")).isFalse();
    assertThat(compared.table("score").at("/geometricMeanRatios/head").asDouble())
        .isCloseTo(0.8, within(1e-12));
  }

  @Test
  void filesWithAColumnOfTheirOwnArePooledAndANoteSaysSo() throws IOException {
    String monday =
        JmhCell.write(folder, "monday.json", cell("b", 1, "a", 100), cell("b", 25, "a", 50));
    String tuesday =
        JmhCell.write(
            folder, "tuesday.json", cell("b", 1, "a", 110).rpcs(9, 6), cell("b", 25, "a", 60));
    ComparedJson compared = ComparedJson.of(monday, tuesday, "--col", "incStep");
    assertThat(compared.columns()).containsExactly("1", "25");
    assertThat(compared.cell("B.b", "1").get("n").asInt()).isEqualTo(12);
    String pooled =
        "file varies (monday.json, tuesday.json) and is in neither row nor column: its values"
            + " are pooled.";
    assertThat(compared.notes()).containsExactly(pooled);
    assertThat(CommandRun.compared(monday, tuesday, "--col", "incStep", "--format", "readme"))
        .contains(" / 8..9 | ")
        .endsWith("|\n\nNote: " + pooled + "\n");
    assertThat(CommandRun.compared(monday, tuesday, "--col", "incStep", "--format", "csv").lines())
        .noneMatch(line -> line.contains("should be exact"))
        .filteredOn(line -> line.endsWith(pooled + '"'))
        .hasSize(4);
  }

  @Test
  void onlyOneRunOfWhichNothingIsPooledIsAccepted() throws IOException {
    String old = JmhCell.write(folder, "old.json", made("a", "6.1"));
    assertThat(complaint(old, JmhCell.write(folder, "client.json", made("a", "6.2"))))
        .contains("The environment differs: client version is 6.2, was 6.1.");
    String other = JmhCell.write(folder, "commit.json", made("b", "6.1"));
    assertThat(complaint(old, other)).contains("The suite's commit differs: a, b.");
    String again = JmhCell.write(folder, "again.json", made("a", "6.1"));
    assertThat(complaint(old, again, "--col", "incStep")).contains("its values are pooled.");
    assertThat(folder.resolve("history.jsonl")).doesNotExist();
    String both = JmhCell.write(folder, "both.json", made("a", "6.1"), made("b", "6.2"));
    CommandRun.compared(both, "--filter", "clientVersion=6.2", "--accept", history());
    assertThat(folder.resolve("history.jsonl"))
        .content()
        .contains("\"gitCommit\":\"b\",\"clientVersion\":\"6.2\"");
  }

  private String complaint(String... args) {
    List<String> words = new ArrayList<>(List.of(args));
    words.addAll(List.of("--accept", history()));
    CommandRun run = CommandRun.compare(words.toArray(new String[0]));
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).startsWith("error: --accept: ").hasLineCount(1);
    return run.err();
  }

  private String history() {
    return folder.resolve("history.jsonl").toString();
  }

  private static JmhCell made(String commit, String client) {
    JmhCell cell = cell("b", 25, "a", 100);
    cell.root().putObject("environment").put("gitCommit", commit).put("clientVersion", client);
    return cell;
  }

  @Test
  void clientsOfOneFileAreToldApart() throws IOException {
    JmhCell old = cell("b", 25, "a", 100);
    old.root().putObject("environment").put("clientVersion", "6.1");
    JmhCell now = cell("b", 25, "a", 50);
    now.root().putObject("environment").put("clientVersion", "6.2");
    ComparedJson compared = ComparedJson.of(JmhCell.write(folder, "f.json", old, now));
    assertThat(compared.columns()).containsExactly("6.1", "6.2");
    assertThat(compared.notes()).anyMatch(note -> note.contains("client version is 6.2, was 6.1"));
  }

  @Test
  void resultsOlderThanTheTimeScaleAreOfScaleOne() throws IOException {
    String old = JmhCell.write(folder, "old.json", cell("b", 25, "a", 100));
    String now = JmhCell.write(folder, "new.json", cell("b", 25, "a", 50).param("timeScale", "1"));
    assertThat(ComparedJson.of(old, now).cell("B.b", "new.json").at("/comparison/ratio").asDouble())
        .isCloseTo(0.5, within(0.01));
  }

  @Test
  void partsOfOneRunAreUnitedAndTwoRunsAreNot() throws IOException {
    String first = JmhCell.write(folder, "a.json", part(1, 3), part(25, 4));
    String second = JmhCell.write(folder, "b.json", part(1, 2), part(25, 1));
    CommandRun united = CommandRun.compare(first, second, "--format", "csv");
    assertThat(united.err()).contains("Parts of one run: " + first + " + " + second);
    assertThat(united.out()).contains(",B.b,1,25,2,").doesNotContain("b.json");
    String again = JmhCell.write(folder, "c.json", part(1, 1), part(25, 3));
    assertThat(ComparedJson.of(first, again).columns()).containsExactly("a.json", "c.json");
    assertThat(ComparedJson.of("x=" + first, "y=" + second).columns()).containsExactly("x", "y");
  }

  @Test
  void aCellOfWhichAPartOfTheRunHasNoResultIsNamed() throws IOException {
    String first = JmhCell.write(folder, "a.json", part(1, 3), part(25, 4));
    String second = JmhCell.write(folder, "b.json", part(1, 2));
    String third = JmhCell.write(folder, "c.json", part(1, 6), part(25, 5));
    CommandRun united = CommandRun.compare(first, second, third, "--format", "csv");
    assertThat(united.err())
        .contains(": not all parts have a result of b incStep=25\n")
        .doesNotContain("incStep=1\n");
    assertThat(united.out()).contains(",B.b,1,25,3,", ",2,");
  }

  private static JmhCell part(int step, int position) {
    JmhCell cell = JmhCell.of("b").param("incStep", step).times(step + position);
    cell.root()
        .putObject("environment")
        .put("gitCommit", "c")
        .put("startedAt", "at " + position)
        .put("orderSeed", 1);
    cell.root().putArray("forkConditions").addObject().put("position", position);
    return cell;
  }
}
