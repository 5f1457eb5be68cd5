package dev.sessionbench.cli.compare;

import static dev.sessionbench.base.results.JmhCell.about;
import static dev.sessionbench.base.results.JmhCell.constant;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sessionbench.base.results.JmhCell;
import dev.sessionbench.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a reader is warned of, and that nobody is warned without cause. */
class CompareFootnotesTest {
  private static final String FEW = "Too few forks for an interval";
  private static final String DEPENDENT = "Samples are not independent";

  @TempDir Path folder;

  private String file(String name, JmhCell... cells) throws IOException {
    return JmhCell.write(folder, name, cells);
  }

  @ParameterizedTest
  @CsvSource({
    "1, true, true",
    "2, true, true",
    "3, false, true",
    "5, false, true",
    "6, false, false"
  })
  void tooFewForksAreSaidSo(int forks, boolean unrepeatable, boolean noInterval)
      throws IOException {
    ComparedJson compared = ComparedJson.of(file("f.json", JmhCell.of("b").times(about(1, forks))));
    String notes = compared.footnotes("B.b", "f.json").toString();
    assertThat(notes.contains("Fewer than 3 forks")).isEqualTo(unrepeatable);
    assertThat(notes.contains(FEW)).isEqualTo(noInterval);
    assertThat(compared.cell("B.b", "f.json").has("medianInterval")).isEqualTo(!noInterval);
  }

  @ParameterizedTest
  @CsvSource({"3, 3, TOO_FEW", "3, 4, TOO_FEW", "4, 4, BETTER", "3, 5, BETTER", "1, 30, TOO_FEW"})
  void aDifferenceThatNoSampleOfTheSizeCouldShowIsNotCalledOne(int base, int head, String verdict)
      throws IOException {
    String old = file("old.json", JmhCell.of("b").times(about(100, base)));
    String now = file("new.json", JmhCell.of("b").times(about(10, head)));
    assertThat(ComparedJson.of(old, now).cell("B.b", "new.json").at("/comparison/verdict").asText())
        .isEqualTo(verdict);
  }

  @Test
  void iterationsOfOneForkAreOneValueAndNoSample() throws IOException {
    ComparedJson compared = ComparedJson.of(file("f.json", JmhCell.of("b").fork(about(100, 20))));
    assertThat(compared.cell("B.b", "f.json").get("n").asInt()).isEqualTo(1);
    assertThat(compared.footnotes("B.b", "f.json").toString())
        .contains("all iterations come from one fork and count as one");
  }

  @Test
  void forksThatRiseSteadilyAreNotIndependent() throws IOException {
    double[] rising = DoubleStream.iterate(100, v -> v + 1).limit(12).toArray();
    ComparedJson compared =
        ComparedJson.of(
            file(
                "f.json", JmhCell.of("rising").times(rising), JmhCell.of("b").times(about(1, 12))));
    assertThat(compared.footnotes("B.rising", "f.json").toString()).contains(DEPENDENT);
    assertThat(compared.footnotes("B.b", "f.json")).isEmpty();
  }

  @Test
  void aFootnoteThatSeveralCellsShareStandsOnce() throws IOException {
    String text =
        CommandRun.compared(
            file("f.json", JmhCell.of("a").times(1, 2, 3), JmhCell.of("b").times(1, 2, 3)));
    assertThat(text.split("Too few forks", -1)).hasSize(2);
    assertThat(text.split("n=3 \\(1\\)", -1)).hasSize(3);
  }

  @ParameterizedTest
  @CsvSource({
    "numBatchCreateSessionsRpcs, disagree about a count that should be exact where the load fills",
    "sessionsCreated, disagree about a count that should be exact where the load fills",
    "overshoot, 'differ in this count, which also depends on timing.'"
  })
  void runsThatDisagreeAboutACountAreSaidSo(String metric, String words) throws IOException {
    JmhCell forks = JmhCell.of("b").times(about(1, 6)).secondary(metric, "#", 1, 2, 1, 1, 1, 1);
    assertThat(CommandRun.compared(file("f.json", forks))).contains("1..2 n=6 (1)", words);
    JmhCell iterations =
        JmhCell.of("b")
            .times(about(1, 3))
            .iterations(metric, "#", of(16, 16, 17), of(16, 16, 16), of(16, 16, 16));
    String file = file("i.json", iterations);
    assertThat(CommandRun.compared(file)).contains("16..17 n=3 (1)", words);
    assertThat(CommandRun.compared(file, "--format", "csv")).contains(",3,16.0,16.0,17.0,", words);
  }

  @Test
  void aTableOfMediansShowsWhatRunsDisagreeAbout() throws IOException {
    JmhCell cell =
        JmhCell.of("b")
            .times(about(1, 2))
            .iterations("numBatchCreateSessionsRpcs", "#", of(16, 16, 17), of(16, 16, 16));
    assertThat(CommandRun.compared(file("f.json", cell), "--format", "readme"))
        .contains("/ 16..17");
  }

  @Test
  void aCountThatVariesIsCalledBetterOnlyByATest() throws IOException {
    assertThat(overshoot(of(94, 93, 94), of(93, 93, 93))).isEqualTo("TOO_FEW");
    assertThat(overshoot(of(93, 93, 93), of(94, 93, 94))).isEqualTo("TOO_FEW");
    assertThat(overshoot(of(94, 93, 94, 93, 93, 93), constant(93, 6))).isEqualTo("NOT_FOUND");
    assertThat(overshoot(of(94, 93, 94, 93), constant(40, 4))).isEqualTo("BETTER");
    assertThat(overshoot(of(94, 94, 94), of(93, 93, 93))).isEqualTo("TOO_FEW");
    assertThat(overshoot(of(94, 94, 94, 94), of(93, 93, 93, 93))).isEqualTo("BETTER");
    assertThat(overshoot(of(0, 0), of(0, 0))).isEqualTo("EQUAL");
  }

  private String overshoot(double[] base, double[] head) throws IOException {
    String old = file("old.json", JmhCell.of("b").times(1).secondary("overshoot", "#", base));
    String now = file("new.json", JmhCell.of("b").times(1).secondary("overshoot", "#", head));
    return ComparedJson.of(old, now).table("overshoot").at("/cells/1/comparison/verdict").asText();
  }

  @Test
  void aCountThatOnlyIterationsDisagreeAboutIsNotCalledEqual() throws IOException {
    JmhCell old = JmhCell.of("b").times(about(1, 4)).rpcs(16, 4);
    double[] same = constant(16, 3);
    JmhCell now =
        JmhCell.of("b")
            .times(about(1, 4))
            .iterations("numBatchCreateSessionsRpcs", "#", of(16, 16, 17), same, same, same);
    assertThat(CommandRun.compared(file("old.json", old), file("new.json", now)))
        .contains("numBatchCreateSessionsRpcs, #: 1 without a difference found.");
  }

  private static double[] of(double... values) {
    return values;
  }

  @Test
  void countsAreComparedExactlyHoweverFewForks() throws IOException {
    JmhCell old = JmhCell.of("b").param("x", 1).times(1, 2).rpcs(16, 2);
    JmhCell same = JmhCell.of("b").param("x", 2).times(1, 2).rpcs(16, 2);
    JmhCell more = JmhCell.of("b").param("x", 3).times(1, 2).rpcs(17, 2);
    String text =
        CommandRun.compared(
            file("f.json", old, same, more), "--metric", "numBatchCreateSessionsRpcs");
    assertThat(text).contains("equal", "1.063x worse").doesNotContain("[", "too few");
  }

  @Test
  void aNumberThatIsNoIntegerIsNoCount() throws IOException {
    double[] halves = constant(0.5, 6);
    String text =
        CommandRun.compared(
            file("f.json", JmhCell.of("b").times(about(1, 6)).secondary("overshoot", "#", halves)));
    assertThat(text).contains("0.5000 [0.5000, 0.5000] n=6");
  }

  @ParameterizedTest
  @CsvSource({
    "jdkVersion, 21.0.1, 'JDK is 21.0.1, was 17.0.13'",
    "vmName, OpenJ9, 'VM is OpenJ9, was OpenJDK'",
    "jmhVersion, 1.36, 'JMH is 1.36, was 1.37'",
    "threads, 8, 'threads is 8, was 1'"
  })
  void anotherEnvironmentIsSaidSo(String key, String value, String difference) throws IOException {
    JmhCell other = JmhCell.of("b").times(about(1, 6));
    if (key.equals("threads")) {
      other.root().put(key, Integer.parseInt(value));
    } else {
      other.root().put(key, value);
    }
    String old = file("old.json", JmhCell.of("b").times(about(1, 6)));
    assertThat(ComparedJson.of(old, file("new.json", other)).notes())
        .containsExactly("The environment differs: " + difference + ".");
  }

  @Test
  void otherArgumentsOfTheJvmAreSaidSo() throws IOException {
    JmhCell other = JmhCell.of("b").times(about(1, 6));
    other.root().putArray("jvmArgs").add("-Xmx2g");
    String old = file("old.json", JmhCell.of("b").times(about(1, 6)));
    assertThat(ComparedJson.of(old, file("new.json", other)).notes())
        .containsExactly("The environment differs: JVM arguments are [-Xmx2g], were [-Xmx1g].");
  }

  @ParameterizedTest
  @CsvSource({
    "clientVersion, client version",
    "cpuModel, CPU",
    "os, operating system",
    "jdk, JDK",
    "vm, VM"
  })
  void whatWeRecordedOfTheEnvironmentIsComparedToo(String key, String name) throws IOException {
    String old = file("old.json", recorded(key, "this"));
    String now = file("new.json", recorded(key, "that"));
    assertThat(ComparedJson.of(old, now).notes())
        .containsExactly("The environment differs: " + name + " is that, was this.");
    assertThat(ComparedJson.of(old, file("same.json", recorded(key, "this"))).notes()).isEmpty();
  }

  private static JmhCell recorded(String key, String value) {
    JmhCell cell = JmhCell.of("b").times(about(1, 6));
    ObjectNode environment = cell.root().putObject("environment");
    environment.put("cores", 2).put("gitCommit", value).put("startedAt", value).put(key, value);
    return cell;
  }
}
