package dev.sessionbench.gate.show;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.text.Golden;
import dev.sessionbench.gate.show.GateReport.GateFormat;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
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
  void detectableEffectHasAFittingUnit() {
    assertThat(GateFormat.TEXT.render(SampleReports.nextToNothing()))
        .as("more than the whole is an amount")
        .contains(" +0.549 ms\n")
        .doesNotContain("1446");
    assertThat(GateFormat.TEXT.render(SampleReports.twoNoises()))
        .contains(" 7.5 %\n", " none\n")
        .as("a time of ten has one decimal, and one below has three")
        .contains("10.0 ms", "9.999 ms", "100.0 %");
  }

  @Test
  void formatNamesAreLowerCase() {
    assertThat(GateFormat.values())
        .extracting(GateFormat::toString)
        .containsExactly("text", "markdown", "junit", "bmf", "json");
  }

  @Test
  void commentHasAtMost36LinesAndTheRestIsInTheText() {
    GateReport large = SampleReports.large(60);
    String comment = GateFormat.MARKDOWN.render(large);
    assertThat(comment.lines()).hasSizeBetween(34, 36);
    assertThat(comment)
        .contains("| wall time 2 |", "- and ", " more, in verdict.txt\n", "within noise (same)");
    assertThat(GateFormat.TEXT.render(large)).contains("| wall time 60 ");
  }

  @Test
  void changedCountFailsInEveryFormat() {
    GateReport changed = SampleReports.changed();
    assertThat(GateFormat.JSON.render(changed)).contains("\"fails\" : true");
    assertThat(GateFormat.JUNIT.render(changed)).contains("<failure message=\"changed");
    assertThat(GateFormat.TEXT.render(changed)).startsWith("CHANGED");
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
