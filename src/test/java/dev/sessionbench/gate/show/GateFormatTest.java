package dev.sessionbench.gate.show;

import static dev.sessionbench.base.model.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.text.Golden;
import dev.sessionbench.gate.policy.Conclusion;
import dev.sessionbench.gate.show.GateReport.GateFormat;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GateFormatTest {
  private static final String GOLDEN = "gate/show/";

  @ParameterizedTest
  @EnumSource
  void everyFormatMatchesItsGoldenFile(GateFormat format) throws IOException {
    Map<String, GateReport> reports =
        Map.of(
            "regressed", SampleReports.regressed(),
            "same", SampleReports.same(),
            "failed", SampleReports.failed());
    String file = format.fileName().replace(".md", ".markdown");
    for (Map.Entry<String, GateReport> report : reports.entrySet()) {
      Golden.assertIs(GOLDEN + report.getKey() + "-" + file, format.render(report.getValue()));
    }
  }

  @Test
  void detectableEffectHasAFittingSentence() {
    assertThat(GateFormat.TEXT.render(SampleReports.clearedEarly()))
        .contains("Cleared before the last block")
        .doesNotContain("could have been found");
    assertThat(GateFormat.TEXT.render(SampleReports.nextToNothing()))
        .as("more than the whole is an amount")
        .contains("in the noisiest cell: acquire wait p50 +0.549 ms.")
        .doesNotContain("1446");
    assertThat(GateFormat.TEXT.render(SampleReports.twoNoises()))
        .contains("in the noisiest cell: wall time 7.5 %, CPU time none.\n")
        .as("a time of ten has one decimal, and one below has three")
        .contains("10.0 ms", "9.999 ms", "100.0 %");
  }

  @Test
  void formatNamesAreLowerCase() {
    assertThat(GateFormat.values())
        .extracting(GateFormat::toString)
        .containsExactly("text", "markdown", "junit", "json");
  }

  @Test
  void namesASummaryThatCannotBeWritten(@TempDir Path folder) {
    refused(
            () ->
                GithubActions.tell(
                    Map.of("GITHUB_ACTIONS", "true", "GITHUB_STEP_SUMMARY", folder.toString()),
                    SampleReports.same()))
        .hasMessage("GITHUB_STEP_SUMMARY=" + folder + ": cannot be written");
  }

  @Test
  void annotationsMatchTheGoldenFile() throws IOException {
    Golden.assertIs(
        GOLDEN + "regressed-annotations.txt", GithubActions.annotations(SampleReports.regressed()));
    assertThat(GithubActions.annotations(SampleReports.failed()).lines()).hasSize(2);
  }

  @Test
  void inconclusiveIsAnErrorIfThePolicySaysFailure() {
    assertThat(GithubActions.annotations(SampleReports.inconclusive(Conclusion.FAILURE)))
        .startsWith("::error title=Benchmark gate::inconclusive")
        .contains("\n::warning title=inconclusive");
    assertThat(GithubActions.annotations(SampleReports.inconclusive(Conclusion.NEUTRAL)))
        .startsWith("::warning title=Benchmark gate::inconclusive");
  }

  @Test
  void changedCountFailsInEveryFormat() {
    GateReport changed = SampleReports.changed();
    assertThat(GithubActions.annotations(changed).lines())
        .hasSize(2)
        .allMatch(line -> line.startsWith("::error "));
    assertThat(GateFormat.JSON.render(changed)).contains("\"fails\" : true");
    assertThat(GateFormat.JUNIT.render(changed)).contains("<failure message=\"changed");
    assertThat(GateFormat.TEXT.render(changed)).startsWith("CHANGED");
  }

  @Test
  void summaryIsTheCommentAndOnlyWrittenInGithubActions(@TempDir Path folder) throws IOException {
    Path summary = folder.resolve("summary.md");
    assertThat(GithubActions.tell(Map.of(), SampleReports.same())).isEmpty();
    assertThat(summary).doesNotExist();
    String told =
        GithubActions.tell(
            Map.of("GITHUB_ACTIONS", "true", "GITHUB_STEP_SUMMARY", summary.toString()),
            SampleReports.same());
    assertThat(told).startsWith("::notice title=Benchmark gate::same");
    assertThat(Files.readString(summary))
        .isEqualTo(GateFormat.MARKDOWN.render(SampleReports.same()));
  }

  @ParameterizedTest
  @EnumSource
  void formatsDoNotDependOnTheLocale(GateFormat format) {
    Locale before = Locale.getDefault();
    try {
      String expected = format.render(SampleReports.regressed());
      for (String tag : new String[] {"de", "tr", "ar-EG-u-nu-arab"}) {
        Locale.setDefault(Locale.forLanguageTag(tag));
        assertThat(format.render(SampleReports.regressed())).isEqualTo(expected);
      }
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void outputOfAForkNeverBecomesMarkup() throws Exception {
    GateReport report = SampleReports.failed();
    assertThat(GateFormat.TEXT.render(report)).doesNotContain("\u001b");
    assertThat(GateFormat.MARKDOWN.render(report)).doesNotContain("<gone>");
    var document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(
                new ByteArrayInputStream(
                    GateFormat.JUNIT.render(report).getBytes(StandardCharsets.UTF_8)));
    assertThat(document.getElementsByTagName("failure").getLength()).isEqualTo(1);
  }

  @Test
  void onlyChangesAreAboveTheFold() {
    String comment = GateFormat.MARKDOWN.render(SampleReports.regressed());
    String above = comment.substring(0, comment.indexOf("<details>"));
    assertThat(above)
        .startsWith("<!-- session-pool-gate -->\n### \u274c Benchmark gate: regressed");
    assertThat(above).doesNotContain("| time to max |").contains("| wall time |");
  }
}
