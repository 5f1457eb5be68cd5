package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.CellCurves;
import dev.sessionbench.base.results.JmhCell;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.base.results.SyntheticRun;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportCommandTest extends CommandFixture {
  private static final long LARGEST_PAGE = 1_500_000;

  @Test
  void theWholeBaselineIsBelowTheLargestPage() throws Exception {
    Path page = folder.resolve("report.html");
    assertThat(run(SyntheticRun.write(folder), "-o", page.toString())).isZero();
    assertThat(Files.size(page)).isLessThan(LARGEST_PAGE);
    assertThat(out()).isEqualTo(page + System.lineSeparator());
    assertThat(err()).isEmpty();
  }

  @Test
  void twoFilesAreTwoLinesOfEachChart() throws Exception {
    String old = write("old.json", cell("burst", 1, 400), cell("burst", 25, 100));
    String now = write("new.json", cell("burst", 1, 300), cell("burst", 25, 90));
    String page = page("base=" + old, "head=" + now);
    assertThat(page)
        .contains("id=\"time-burst\"", ">base</text>", ">head</text>")
        .contains("Median time by incStep: base 1: 400 ms, head 1: 300 ms, base 25: 100 ms,")
        .contains("incStep 25, file head, median: 90 ms", "class=\"ring c1\"")
        .contains("burst file=base: ", "burst file=head: ");
  }

  @Test
  void anyParameterIsAnAxisAndAnyOtherALine() throws Exception {
    String file =
        write(
            "f.json",
            cell("burst", 25, 100).param("minSessions", 0).param("costModel", "flat"),
            cell("burst", 25, 90).param("minSessions", 100).param("costModel", "flat"),
            cell("burst", 25, 120).param("minSessions", 0).param("costModel", "linear"),
            cell("burst", 25, 110).param("minSessions", 100).param("costModel", "linear"));
    assertThat(page(file, "--x", "minSessions", "--series", "costModel"))
        .contains("Time against minSessions", "Which minSessions?")
        .contains("Median time by minSessions: flat 0: 100 ms, linear 0: 120 ms, flat 100: 90 ms,");
    assertThat(page(file, "--x", "costModel"))
        .contains("Median time by costModel: flat: 100 ms, linear: 120 ms.")
        .contains(">flat</text>", ">linear</text>");
  }

  @Test
  void aParameterThatOnlyOneBenchmarkHasIsAnAxisToo() throws Exception {
    String faults = "results/faults/result.json.gz";
    assertThat(page(faults)).contains("id=\"table-faults\"").doesNotContain("id=\"time\"");
    assertThat(page(faults, "--x", "scenario", "--series", "incStep"))
        .contains("Time against scenario", ">serverRestart</text>", "id=\"table-faults\"");
  }

  @Test
  void clientsOfOneFileAreLinesOfTheirOwn() throws Exception {
    JmhCell old = cell("burst", 25, 100);
    old.root().putObject("environment").put("clientVersion", "6.1");
    JmhCell now = cell("burst", 25, 90);
    now.root().putObject("environment").put("clientVersion", "6.2");
    assertThat(page(write("f.json", old, now)))
        .contains("Median time by incStep: 6.1 25: 100 ms, 6.2 25: 90 ms.");
  }

  private static JmhCell cell(String method, int step, double millis) {
    return JmhCell.of(method).param("incStep", step).times(millis, millis, millis).rpcs(8, 3);
  }

  private String write(String name, JmhCell... cells) throws Exception {
    return JmhCell.write(folder, name, cells);
  }

  private String page(String... words) throws Exception {
    Path page = folder.resolve("page.html");
    List<String> args = new ArrayList<>(List.of(words));
    args.addAll(List.of("-o", page.toString()));
    Path first = Path.of(args.remove(0));
    assertThat(run(first, args.toArray(new String[0]))).as(err()).isZero();
    return Files.readString(page);
  }

  @Test
  void theSameInputGivesTheSamePageInEveryLocale() throws Exception {
    Path result = SyntheticRun.write(folder);
    Path first = folder.resolve("a.html");
    Path second = folder.resolve("b.html");
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.US);
      assertThat(run(result, "-o", first.toString())).isZero();
      // Its digits are not Latin and its separators are others.
      Locale.setDefault(Locale.forLanguageTag("ar-EG"));
      assertThat(run(result, "-o", second.toString())).isZero();
    } finally {
      Locale.setDefault(before);
    }
    assertThat(second).hasSameBinaryContentAs(first);
  }

  @Test
  void eachChartIsAFileThatIsWellFormedXml() throws Exception {
    Path charts = folder.resolve("new/charts");
    Path page = folder.resolve("r.html");
    assertThat(run(SyntheticRun.write(folder), "-o", page.toString(), "--svg", charts.toString()))
        .isZero();
    try (var files = Files.list(charts)) {
      List<Path> all = files.sorted().toList();
      assertThat(all.stream().map(file -> file.getFileName().toString()))
          .hasSize(20)
          .contains("time-burst-read.svg", "growth-steady-increase.svg");
      for (Path file : all) {
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
      }
    }
  }

  @Test
  void withoutGrowthThePageSaysHowToGetIt() throws Exception {
    Path result = SyntheticRun.write(folder);
    Files.delete(folder.resolve(CellCurves.FILE_NAME));
    Path page = folder.resolve("r.html");
    assertThat(run(result, "-o", page.toString())).isZero();
    assertThat(Files.readString(page)).contains("was not recorded").contains("series.json");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "hello", "{}", "[", "[{\"benchmark\":\"a\"}]", "[]", "null", "[null]"})
  void whatIsNoResultFileIsNamedInOneLine(String content) throws Exception {
    Path bad = Files.writeString(folder.resolve("bad.json"), content);
    assertOneLineNaming(run(bad, "-o", folder.resolve("r.html").toString()), "bad.json");
    assertThat(folder.resolve("r.html")).doesNotExist();
  }

  @Test
  void aTruncatedResultFileIsNamedInOneLine() throws Exception {
    String whole = Files.readString(SyntheticRun.write(folder));
    Path bad = folder.resolve("cut.json");
    Files.writeString(bad, whole.substring(0, whole.length() / 2));
    assertOneLineNaming(run(bad, "-o", folder.resolve("r.html").toString()), "cut.json");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[{}]",
        "[null]",
        "[{\"benchmark\":\"a\",\"params\":{},\"curves\":[{\"name\":\"sessions\",\"xUnit\":\"ms\","
            + "\"unit\":\"#\",\"x\":[1,2],\"y\":[1]}]}]",
        "[{\"benchmark\":\"a\",\"params\":{\"incStep\":null},\"curves\":[{\"name\":\"sessions\","
            + "\"xUnit\":\"ms\",\"unit\":\"#\",\"x\":[null],\"y\":[1]}]}]",
        "[{\"benchmark\":\"a\",\"params\":{},\"curves\":[{\"x\":[1],\"y\":[1]}]}]"
      })
  void aBadGrowthFileIsNamedInOneLine(String content) throws Exception {
    Path result = SyntheticRun.write(folder);
    Files.writeString(folder.resolve(CellCurves.FILE_NAME), content);
    assertOneLineNaming(run(result, "-o", folder.resolve("r.html").toString()), "series.json");
  }

  @Test
  void anOutputThatCannotBeWrittenIsNamedInOneLine() throws Exception {
    Path result = SyntheticRun.write(folder);
    String nowhere = folder.resolve("no/such/folder/r.html").toString();
    assertOneLineNaming(run(result, "-o", nowhere), nowhere);
    assertOneLineNaming(
        run(result, "-o", folder.resolve("r.html").toString(), "--svg", result + "/charts"),
        "charts");
  }

  @Test
  void resultsWithoutAStepOrWithoutValuesStillMakeAPage() throws Exception {
    Path result = folder.resolve("other.json");
    var cell = SyntheticRun.cell("a.B.c", java.util.Map.of(), "-Dx", SyntheticRun.environment());
    Json.write(result, List.of(cell));
    Path page = folder.resolve("r.html");
    assertThat(run(result, "-o", page.toString())).isZero();
    DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(xml(Files.readString(page))));
  }

  private static byte[] xml(String page) {
    return page.getBytes(StandardCharsets.UTF_8);
  }

  private void assertOneLineNaming(int exitCode, String name) {
    assertThat(exitCode).isEqualTo(2);
    assertThat(err().lines()).singleElement().asString().contains(name);
  }

  private int run(Path result, String... options) {
    List<String> args = new ArrayList<>(List.of("report", result.toString()));
    args.addAll(List.of(options));
    return run(args.toArray(new String[0]));
  }
}
