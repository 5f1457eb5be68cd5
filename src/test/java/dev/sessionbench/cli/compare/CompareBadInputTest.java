package dev.sessionbench.cli.compare;

import static dev.sessionbench.base.results.JmhCell.about;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.JmhCell;
import dev.sessionbench.base.text.Golden;
import dev.sessionbench.cli.CommandRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever is wrong with a file or an option: exit code 2, nothing on the standard output, and one
 * line that names the place. The lines are kept in {@code complaints.txt}.
 */
class CompareBadInputTest {
  private static final String GOOD = "good.json";

  @TempDir Path folder;

  private final Map<String, List<String>> cases = new LinkedHashMap<>();

  @Test
  void everyComplaintIsOneLineThatNamesThePlace() throws IOException {
    JmhCell.write(folder, GOOD, cell("burst", 1), cell("burst", 25));
    filesThatAreNone();
    filesThatAreNoResults();
    resultsThatDoNotFit();
    optionsThatDoNotFit();
    StringBuilder complaints = new StringBuilder();
    cases.forEach((what, args) -> complaints.append(what).append("\n  ").append(complaint(args)));
    Golden.assertIs("cli/complaints.txt", complaints.toString());
  }

  @Test
  void aFileThatIsCutAnywhereIsRefusedInOneLine() throws IOException {
    String whole = "[" + cell("burst", 1) + "," + cell("burst", 25) + "]";
    for (int length = 0; length < whole.length(); length += 17) {
      Files.writeString(folder.resolve("cut.json"), whole.substring(0, length));
      assertThat(complaint(List.of("cut.json"))).startsWith("error: FOLDER/cut.json:1:");
    }
  }

  private String complaint(List<String> words) {
    CommandRun run =
        CommandRun.compare(
            words.stream()
                .map(word -> word.endsWith("json") ? in(word) : word)
                .toArray(String[]::new));
    assertThat(run.code()).as(words.toString()).isEqualTo(2);
    assertThat(run.out()).as(words.toString()).isEmpty();
    assertThat(run.err().lines()).as(run.err()).hasSize(1);
    return run.err().replace(folder.toString(), "FOLDER");
  }

  private String in(String word) {
    int label = word.indexOf('=');
    return word.substring(0, label + 1) + folder.resolve(word.substring(label + 1));
  }

  private void filesThatAreNone() throws IOException {
    cases.put("a file that is not there", List.of("missing.json"));
    Files.createDirectory(folder.resolve("folder.json"));
    cases.put("a folder", List.of("folder.json"));
    cases.put("a label without a file", List.of("base="));
    cases.put("the second of two files is not there", List.of("base=" + GOOD, "head=gone.json"));
    cases.put("an empty word", List.of(""));
    write("bytes.json", new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});
    cases.put("bytes that are no text", List.of("bytes.json"));
    cases.put("a path that cannot be", List.of("a\0b"));
  }

  private void filesThatAreNoResults() throws IOException {
    bad("an empty file", "");
    bad("blanks", " \n\n ");
    bad("a text", "Benchmark  Mode  Cnt  Score\n");
    bad("a CSV file of JMH", "\"Benchmark\",\"Mode\",\"Threads\"\n");
    bad("null", "null");
    bad("a number", "42");
    bad("an object", "{}");
    bad("no results", "[]");
    bad("null for a result", "[null]");
    bad("a text for a result", "[\"burst\"]");
    bad("another kind of object", "[{\"name\": \"x\", \"value\": 1}]");
    bad("two documents", "[] []");
    String whole = "[\n" + cell("burst", 1) + ",\n" + cell("burst", 25) + "]\n";
    bad("half a file", whole.substring(0, whole.length() / 2));
    bad("a file without its last bracket", whole.substring(0, whole.length() - 2));
    changed("no benchmark", cell -> cell.root().remove("benchmark"));
    changed("a benchmark that is an object", cell -> cell.root().putObject("benchmark"));
    changed("no mode", cell -> cell.root().remove("mode"));
    changed("a mode that is a number", cell -> cell.root().put("mode", 1));
    changed("no primary metric", cell -> cell.root().remove("primaryMetric"));
    changed("null for the primary metric", cell -> cell.root().putNull("primaryMetric"));
    changed("no unit", cell -> cell.primary().remove("scoreUnit"));
    changed("a score in words", cell -> cell.primary().put("score", "fast"));
    changed("no raw data", cell -> cell.primary().remove("rawData"));
    changed("raw data that is an object", cell -> cell.primary().putObject("rawData"));
    changed("forks that are numbers", cell -> cell.primary().putArray("rawData").add(1));
    changed(
        "an iteration in words", cell -> cell.primary().putArray("rawData").addArray().add("x"));
    changed(
        "an iteration that is null",
        cell -> cell.primary().putArray("rawData").addArray().addNull());
    changed(
        "a histogram without counts",
        cell -> {
          cell.primary().remove("rawData");
          cell.primary().putArray("rawDataHistogram").addArray().addArray().addArray().add(1);
        });
    changed(
        "a histogram that is a number",
        cell -> {
          cell.primary().remove("rawData");
          cell.primary().putArray("rawDataHistogram").addArray().add(1);
        });
    changed(
        "a secondary metric without a unit",
        cell ->
            cell.secondary("extra", "#", 1)
                .root()
                .withObject("/secondaryMetrics/extra")
                .remove("scoreUnit"));
  }

  private void resultsThatDoNotFit() throws IOException {
    JmhCell.write(folder, "twice.json", cell("burst", 1), cell("burst", 25), cell("burst", 1));
    cases.put("a cell twice", List.of("twice.json"));
    JmhCell.write(folder, "other.json", cell("other", 1));
    cases.put("another benchmark", List.of(GOOD, "other.json"));
    cases.put("the same name twice", List.of(GOOD, GOOD));
    cases.put("the same label twice", List.of("a=" + GOOD, "a=other.json"));
  }

  private void optionsThatDoNotFit() {
    cases.put("a filter that nothing passes", List.of(GOOD, "--filter", "incStep>1000"));
    cases.put("a filter on what is not there", List.of(GOOD, "--filter", "incstep=1"));
    cases.put("a filter without an operator", List.of(GOOD, "--filter", "incStep"));
    cases.put("a filter without a value", List.of(GOOD, "--filter", "incStep="));
    cases.put("a filter with a strange operator", List.of(GOOD, "--filter", "incStep==1"));
    cases.put("a filter that orders benchmarks", List.of(GOOD, "--filter", "benchmark<b"));
    cases.put("a base that is not in the data", List.of(GOOD, "--base", "33"));
    cases.put(
        "a base that the filter removed", List.of(GOOD, "--filter", "incStep=1", "--base", "25"));
    cases.put("a column that is not in the data", List.of(GOOD, "--col", "step"));
    cases.put("a row that is not in the data", List.of(GOOD, "--row", "benchmark,step"));
    cases.put("a row that is a column", List.of(GOOD, "--col", "incStep", "--row", "incStep"));
    cases.put("a metric that is not in the data", List.of(GOOD, "--metric", "speed"));
    cases.put("a format that there is not", List.of(GOOD, "--format", "pdf"));
    cases.put("an option that there is not", List.of(GOOD, "--colour", "red"));
    cases.put("an option without its value", List.of(GOOD, "--col"));
  }

  private static JmhCell cell(String method, int step) {
    return JmhCell.of(method).param("incStep", step).times(about(100, 6));
  }

  private void write(String name, byte[] content) throws IOException {
    Files.write(folder.resolve(name), content);
  }

  private void bad(String what, String content) throws IOException {
    String name = what.replace(' ', '-') + ".json";
    write(name, content.getBytes(StandardCharsets.UTF_8));
    cases.put(what, List.of(name));
  }

  /** The second of two results changed, so that the message has to say which. */
  private void changed(String what, Consumer<JmhCell> change) throws IOException {
    JmhCell cell = cell("burst", 25);
    change.accept(cell);
    bad(what, "[" + cell("burst", 1) + "," + cell + "]");
  }
}
