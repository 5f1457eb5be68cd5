package dev.sessionbench.gate.show;

import static dev.sessionbench.base.model.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.sessionbench.gate.show.GateReport.GateFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a forged verdict is posted only as numbers and inactive text. */
class PostedVerdictTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Texts that GitHub would not show as plain text, some of them only at the start of a line. */
  private static final List<String> HOSTILE =
      List.of(
          "@octocat @org/team #1 o/r#2 GH-3 o/r@0123456",
          "https://evil.example www.evil.example ftp://evil.example a@evil.example",
          "[x](https://evil.example) ![x](//evil.example) [ref]: //evil [^1]",
          "<img src=x> <!-- --> <https://evil.example> &lt;b>",
          "``` ~~~ `x` $\\href{//evil}{x}$ **b** _i_ | pipe |",
          "\n\n# heading\n- item\n```\n</details>\r\n\u2028\u202e\u0000\u001b[31m",
          "- x",
          "# x",
          "=== ",
          "1. x",
          "> x",
          "    x",
          "\\",
          "x".repeat(199) + "@octocat");

  /** The patterns of mentions, references, links and formulas that GitHub recognizes. */
  private static final List<Pattern> ALIVE =
      List.of(
          Pattern.compile("@[A-Za-z0-9]"),
          Pattern.compile("#[0-9]"),
          Pattern.compile("(?i)gh-[0-9]"),
          Pattern.compile("://"),
          Pattern.compile("(?i)www\\."),
          Pattern.compile("(?<!\\\\)]\\("),
          Pattern.compile("<(?!/?(details|summary)>|!-- session-pool-gate -->)"),
          Pattern.compile("\\$"),
          Pattern.compile("[\\p{Cc}&&[^\n]]|[\\u2028\\u202e]"));

  @TempDir private Path folder;

  private static ObjectNode json(GateReport report) throws IOException {
    return (ObjectNode) MAPPER.readTree(GateFormat.JSON.render(report));
  }

  private PostedVerdict read(JsonNode json) throws IOException {
    Path file = folder.resolve("verdict.json");
    MAPPER.writeValue(file.toFile(), json);
    return PostedVerdict.read(file);
  }

  /** Replaces every string of a tree by a text, except kinds and outcomes. */
  private static void fill(JsonNode node, String text) {
    if (node instanceof ObjectNode object) {
      for (String name : List.copyOf(object.properties().stream().map(e -> e.getKey()).toList())) {
        if (object.get(name).isTextual() && !List.of("kind", "outcome").contains(name)) {
          object.put(name, text);
        }
        fill(object.get(name), text);
      }
      if (object.has("params")) {
        object.putObject("params").put(text, text);
      }
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        if (array.get(i).isTextual()) {
          array.set(i, new TextNode(text));
        }
        fill(array.get(i), text);
      }
    }
  }

  @Test
  void hostileVerdictIsInactiveInTheComment() throws IOException {
    for (GateReport report : List.of(SampleReports.regressed(), SampleReports.failed())) {
      for (String text : HOSTILE) {
        ObjectNode json = json(report);
        fill(json, text);
        String comment = read(json).comment();
        String[] parts = comment.split("(?m)^```$", -1);
        assertThat(parts).as(comment).hasSize(3);
        ALIVE.forEach(alive -> assertThat(parts[0] + parts[2]).doesNotContainPattern(alive));
        assertThat(parts[1]).doesNotContain("`").doesNotContainPattern("[\\p{Cc}&&[^\n]]");
        assertThat(parts[1].strip().lines()).hasSizeLessThanOrEqualTo(1);
        assertThat(parts[0].lines())
            .allMatch(line -> line.matches("(<!-- session|### \\S+ B|\\| |- |<details>).*|"));
        assertThat(parts[2]).isEqualTo("\n\n</details>\n");
      }
    }
  }

  @Test
  void everyTableRowHasSevenCells() throws IOException {
    ObjectNode json = json(SampleReports.regressed());
    fill(json, String.join(" ", HOSTILE));
    assertThat(read(json).comment().lines().filter(line -> line.startsWith("| ")))
        .isNotEmpty()
        .allMatch(line -> line.replaceAll("\\\\.", "").chars().filter(c -> c == '|').count() == 8);
  }

  @Test
  void honestVerdictIsReadableAndComplete() throws IOException {
    String comment = read(json(SampleReports.regressed())).comment();
    assertThat(comment)
        .startsWith("<!-- session-pool-gate -->\n### \u274c Benchmark gate: regressed\n")
        .contains(
            "| burstRead incStep=25 | numBatchCreateSessionsRpcs | 16 | 17 | +6.3 % | regressed |")
        .contains(
            "| +6.3 %, +5.1 % to +7.6 % at 95 % | regressed: 6 fresh blocks: +6.1 % | 4.1 % |")
        .contains("- Note: The budget allows 9 blocks of the policy's 12. It took 421 s.")
        .contains("1 faster or less (improved), 1 within noise (same); 12 blocks")
        .contains("- baseline: rev=1a8666f, client 6.107.0, commit 1a8666f0c0; candidate: tree")
        .contains("gate --base 'rev=1a8666f' --head 'tree,incStep=20' --seed 7\n```");
    assertThat(comment.substring(0, comment.indexOf("<details>")))
        .doesNotContain("| time to max |");
  }

  @Test
  void largestVerdictFitsAndSaysWhatIsLeftOut() throws IOException {
    ObjectNode json = json(SampleReports.regressed());
    fill(json, "&".repeat(300));
    ArrayNode findings = (ArrayNode) json.get("findings");
    for (int i = 0; i < 900; i++) {
      findings.add(findings.get(0).deepCopy());
    }
    ArrayNode notes = (ArrayNode) json.get("notes");
    for (int i = 0; i < 900; i++) {
      notes.add("&".repeat(300));
    }
    assertThat(read(json).comment())
        .hasSizeLessThanOrEqualTo(60_000)
        .contains(" more, in verdict.txt\n");
    assertThat(read(json).comment().lines()).hasSizeLessThanOrEqualTo(36);
  }

  @Test
  void fileOverFourMebibytesIsNotRead() throws IOException {
    Path file = Files.write(folder.resolve("large.json"), new byte[(4 << 20) + 1]);
    refused(() -> PostedVerdict.read(file))
        .hasMessage(file + ": must be a gate's verdict.json, of 4 MiB at most");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "outcome: \"fine\", null, 0",
        "policy: null",
        "reproduce: [], null",
        "base: \"x\"",
        "head: null",
        "blocks: \"many\"",
        "notes: {}, [null]",
        "findings: [null], 5, []",
        "findings/2/outcome: \"fine\"",
        "findings/2/kind: \"odd\", 0",
        "findings/2/cell: null, 5",
        "findings/2/metric: null, true",
        "findings/2/label: null, 5",
        "findings/2/unit: {}, 5",
        "findings/2/base: \"NaN\", null, \"5\"",
        "findings/2/adjustedPValue: \"x\"",
        "findings/2/head: 1e999",
        "findings/2/ratio: \"Infinity\"",
        "findings/2/ratioLow: 5",
        "findings/2/ratioConfidence: 2",
        "findings/2/blocks: \"many\", null, 5.7, \"5\"",
        "findings/2/detectableChange: \"x\"",
        "findings/2/note: [], 5, null",
        "head/words: null",
        "head/params: null",
        "head/gitCommit: null",
        "head/clientVersion: null",
        "head/injection: null",
      })
  void malformedVerdictIsRefusedInOneLine(String wrong) throws IOException {
    String[] words = wrong.split(": ", 2);
    String place = "/" + words[0];
    ObjectNode json = json(SampleReports.regressed());
    ObjectNode node = (ObjectNode) json.at(place.substring(0, place.lastIndexOf('/')));
    String key = place.substring(place.lastIndexOf('/') + 1);
    for (String value : words[1].split(", ", -1)) {
      node.set(key, MAPPER.readTree(value));
      assertRefused(json);
    }
    if (!words[0].contains("/")) {
      node.remove(key);
      assertRefused(json);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "[]", "{}", "<html>", "{\"outcome\":"})
  void otherFileIsRefusedInOneLine(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("none.json"), text);
    refused(() -> PostedVerdict.read(file)).message().doesNotContain("\n");
  }

  private void assertRefused(JsonNode json) {
    refused(() -> read(json)).message().contains("verdict.json:").doesNotContain("\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"same", "improved", "inconclusive", "regressed"})
  void verdictWithoutADecidingFindingIsRefused(String outcome) throws IOException {
    ObjectNode json = json(SampleReports.same()).put("outcome", outcome);
    json.get("findings").forEach(finding -> ((ObjectNode) finding).put("kind", "shown"));
    assertRefused(json);
  }

  @Test
  void verdictIsNoBetterThanItsWorstFinding() throws IOException {
    ObjectNode json = json(SampleReports.regressed()).put("outcome", "same");
    assertThat(read(json).fails()).isTrue();
    assertThat(read(json).comment()).contains("Benchmark gate: regressed");
    assertThat(read(json(SampleReports.same())).fails()).isFalse();
    assertThat(read(json(SampleReports.same()).put("outcome", "failed")).fails()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "inconclusive, conclusion, neutral, false, true",
    "inconclusive, conclusion, failure, true, false",
    "inconclusive, conclusion, success, true, false",
    "inconclusive, other, neutral, true, false",
    "regressed, conclusion, neutral, true, false",
    "same, conclusion, neutral, false, false",
  })
  void inconclusiveFailsUnlessThePolicySaysNeutral(
      String outcome, String key, String value, boolean fails, boolean neutral) throws IOException {
    ObjectNode json = json(SampleReports.same()).put("outcome", outcome);
    json.remove("conclusion");
    PostedVerdict verdict = read(json.put(key, value));
    assertThat(verdict.fails()).isEqualTo(fails);
    assertThat(verdict.isNeutral()).isEqualTo(neutral);
  }
}
