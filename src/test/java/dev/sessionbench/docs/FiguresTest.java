package dev.sessionbench.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.cli.Main;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds the figures and charts of the documents to the raw data under results/. After new data they
 * are written anew, to be looked at before they are committed, by
 *
 * <pre>mvn test -Dtest=FiguresTest -Dgolden.write=true</pre>
 */
class FiguresTest {
  private static final String BASELINE = "results/baseline/result.json";

  /** Documents whose tables a test of their own measures or compares. */
  private static final Map<String, String> HELD_ELSEWHERE =
      Map.of(
          "docs/benchstat.md", "cli/compare/BenchstatAgreementTest.java",
          "docs/coverage.md", "stats/CoverageTest.java",
          "docs/profiles.md", "profile/ProfilesTest.java",
          "compat/README.md", "../../../../../compat/run");

  /** A header that only a table of measurements has. */
  private static final Pattern MEASURED_TABLE =
      Pattern.compile(
          "(?m)^.*\\b(ms|us|Median|Spread|RPC/s|ops/s|[Tt]ime \\(.*\\)|Forks|Seen)\\b.*\\n[|: -]*---[|: -]*$");

  /** A number that nobody would have without measuring: decimals and a unit. */
  private static final Pattern MEASURED_FIGURE =
      Pattern.compile("[0-9]\\.[0-9]+\\s(ms|us|s|%|MB|times|RPC/s)(?![a-z]|<!--)");

  /** A whole number, which is one where the sentence says from which data. */
  private static final Pattern WHOLE_FIGURE =
      Pattern.compile("[0-9]\\s(ms|s|%|times)(?![a-z]|<!--)");

  private static final Pattern END_OF_SENTENCE = Pattern.compile("[.:!?]\\s|\\n\\n|\\n *[|*-] ");

  static List<Document> documents() {
    return Document.all();
  }

  @ParameterizedTest
  @MethodSource("documents")
  void everyMarkedTableAndFigureIsWhatTheDataSays(Document document) throws IOException {
    String filled = FilledDocument.of(document);
    if (Boolean.getBoolean("golden.write")) {
      Files.writeString(document.path(), filled);
    } else {
      assertThat(document.text()).isEqualTo(filled);
    }
  }

  @ParameterizedTest
  @MethodSource("documents")
  void noMeasuredTableOrFigureStandsWithoutItsData(Document document) throws IOException {
    String heldBy = HELD_ELSEWHERE.get(document.toString());
    if (heldBy != null) {
      assertThat(Path.of("src/test/java/dev/sessionbench", heldBy).normalize()).exists();
      return;
    }
    String unmarked = FilledDocument.withoutTables(document);
    assertThat(MEASURED_TABLE.matcher(unmarked).results().map(found -> found.group())).isEmpty();
    assertThat(figures(unmarked)).isEmpty();
  }

  /** What nobody would know without measuring. */
  private static List<String> figures(String text) {
    Stream<String> ofData =
        END_OF_SENTENCE.splitAsStream(text).filter(sentence -> sentence.contains("results/"));
    return Stream.concat(
            MEASURED_FIGURE.matcher(text).results(),
            ofData.flatMap(sentence -> WHOLE_FIGURE.matcher(sentence).results()))
        .map(MatchResult::group)
        .toList();
  }

  @Test
  void aWholePercentageInASentenceThatNamesDataIsAFigureToo() {
    assertThat(figures("In `results/baseline` forks differ by 11 to\n12 % and of 3 % in that."))
        .containsExactly("2 %", "3 %");
    assertThat(figures("in `results/baseline` by 12<!--deviation most client burstRead--> %"))
        .isEmpty();
    assertThat(figures("Of `results/baseline` nothing is said. An interval holds 95 %.")).isEmpty();
    assertThat(figures("it takes 1.5\nms")).hasSize(1);
  }

  @Test
  void aFigureThatWasChangedByHandIsFound() {
    Document readme = Document.read(Path.of("README.md"));
    String cell = FigureTables.render("overview", Path.of(BASELINE)).lines().toList().get(2);
    Document changed =
        new Document(readme.path(), readme.text().replace(cell, cell.replace(" ms", "1 ms")));
    assertThat(readme.text()).contains(cell);
    assertThat(FilledDocument.of(changed)).isNotEqualTo(changed.text());
  }

  @Test
  void aFigureInTheTextThatWasChangedByHandIsFound() {
    Document claim = new Document(Path.of("claim.md"), "takes 1.5<!--time burstRead 25--> ms");
    assertThat(FilledDocument.of(claim))
        .matches("takes [0-9]+\\.[0-9]<!--time burstRead 25--> ms")
        .isNotEqualTo(claim.text());
  }

  @Test
  void theForksOfACellDifferByWhatTheirValuesSay() {
    FigureWords words = new FigureWords(CommittedRun.read(Path.of(BASELINE)));
    double least = words.value("deviation least clientCpu burstRead burstWrite");
    double most = words.value("deviation most clientCpu burstRead burstWrite");
    assertThat(least).isBetween(1.0, 2.0);
    assertThat(most).isBetween(4.0, 5.0);
    assertThat(words.value("deviation most client burstRead")).isBetween(18.0, 19.0);
  }

  /** What docs/noise.md says of the mark of 80 %. */
  @Test
  void aLoadThatIsBoundInOneHalfIsNotMarkedAndDoesNotRepeat() {
    List<CommittedRun> runs = RunTables.read(Path.of("results/noise/scale1"));
    for (int step : new int[] {10, 30}) {
      assertThat(RunTables.apartPercent(runs, "burstReadAndWrite", step)).isGreaterThan(8);
      assertThat(RunTables.utilisation(runs, "burstReadAndWrite", step)).isBetween(50.0, 70.0);
    }
    assertThat(RunTables.utilisation(runs, "burstWrite", 25)).isGreaterThan(80);
  }

  @ParameterizedTest
  @CsvSource({
    "docs/charts, results/baseline/result.json, incStep",
    "docs/lab, results/lab/strategies.json.gz, strategy"
  })
  void theChartsAreWhatTheReportDrawsOfTheData(
      Path charts, String data, String parameter, @TempDir Path scratch) throws IOException {
    Path drawn = Boolean.getBoolean("golden.write") ? charts : scratch.resolve("charts");
    draw(data, parameter, scratch, drawn);
    assertThat(names(charts)).isEqualTo(names(drawn));
    for (String chart : names(drawn)) {
      assertThat(charts.resolve(chart)).hasSameBinaryContentAs(drawn.resolve(chart));
    }
  }

  /** Of some data only the charts that a document shows are kept. */
  @ParameterizedTest
  @CsvSource({
    "docs/generations, results/generations/times/result.json.gz, client",
    "docs/lab/growth, results/lab/growth/result.json.gz, strategy",
    "docs/lab/fleet, results/lab/fleet/result.json.gz, strategy"
  })
  void theChartsThatAreKeptAreAmongThoseThatTheReportDraws(
      Path charts, String data, String parameter, @TempDir Path scratch) throws IOException {
    Path drawn = scratch.resolve("charts");
    draw(data, parameter, scratch, drawn);
    for (String chart : names(charts)) {
      if (Boolean.getBoolean("golden.write")) {
        Files.copy(
            drawn.resolve(chart), charts.resolve(chart), StandardCopyOption.REPLACE_EXISTING);
      }
      assertThat(charts.resolve(chart)).hasSameBinaryContentAs(drawn.resolve(chart));
    }
  }

  private static void draw(String data, String parameter, Path scratch, Path drawn) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String page = scratch.resolve("report.html").toString();
    int exit =
        Main.execute(
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            "report",
            data,
            "--x",
            parameter,
            "-o",
            page,
            "--svg",
            drawn.toString());
    assertThat(exit).as(err.toString(StandardCharsets.UTF_8)).isZero();
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> file.getFileName().toString())
          .sorted()
          .toList();
    }
  }
}
