package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.CellCurves;
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
  void thePageOfTheWholeBaselineIsSmallEnough() throws Exception {
    Path page = folder.resolve("report.html");
    assertThat(run(SyntheticRun.write(folder), "-o", page.toString())).isZero();
    assertThat(Files.size(page)).isLessThan(LARGEST_PAGE);
    assertThat(out()).isEqualTo(page + System.lineSeparator());
    assertThat(err()).isEmpty();
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
      // This locale has other digits and other separators.
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
          .hasSize(16)
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
