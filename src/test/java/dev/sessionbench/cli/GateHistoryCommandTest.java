package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.drift.SimulatedGates;
import dev.sessionbench.gate.RecordedForks;
import dev.sessionbench.results.GateLine;
import dev.sessionbench.results.HistoryFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gate that is remembered, what is said of many, and a verdict that is made a comment. */
class GateHistoryCommandTest {
  @TempDir private Path folder;
  private final FakeRuns runs = new FakeRuns();

  private Path history(int nights, IntToDoubleFunction wallTime) {
    Path file = folder.resolve("gates.jsonl");
    SimulatedGates.of(nights, wallTime)
        .forEach(line -> HistoryFile.append(file, line, GateLine.TYPE, complaint -> {}));
    return file;
  }

  private List<GateLine> read(Path file) {
    return HistoryFile.read(file, GateLine.TYPE, complaint -> {});
  }

  @Test
  void aGateIsAddedToAHistoryOnceHoweverOftenItIsJudged() {
    Path file = folder.resolve("history/gates.jsonl");
    for (String head : List.of("one", "two", "two")) {
      Path gate = folder.resolve(head);
      if (Files.notExists(gate)) {
        RecordedForks.gate(gate, head, 1.2);
      }
      runs.execute("gate", "--from", gate.toString(), "--history", file.toString());
    }
    assertThat(runs.err()).isEmpty();
    assertThat(read(file))
        .extracting(line -> line.head().gitCommit())
        .containsExactly("one", "two");
    assertThat(read(file).get(0).figures().get(0).logRatio()).isBetween(0.18, 0.19);
  }

  @Test
  void aPartOfAGateIsNotAGate() {
    assertThat(runs.execute("gate", "--shard", "1/2", "--history", "h.jsonl")).isEqualTo(2);
    assertThat(runs.err()).contains("error: --history: takes whole gates");
  }

  @Test
  void driftSaysWhatMovedAndFailsWhereItIsWorse() {
    assertThat(runs.execute("gate", "drift", history(30, i -> i < 20 ? 0 : 0.05).toString()))
        .isEqualTo(1);
    assertThat(runs.out()).contains("30 gates against anchor", "wall time: +5", "head000020");
  }

  @Test
  void driftPassesWhereNothingMoved() {
    assertThat(runs.execute("gate", "drift", history(30, i -> 0).toString())).isZero();
    assertThat(runs.out()).contains("No figure has moved.");
  }

  @Test
  void driftCannotTellWhereTheLatestGateLacksAFigure() {
    Path file = history(30, i -> 0);
    GateLine last = read(file).get(29);
    GateLine blind =
        new GateLine("2026-12-01T00:00:00Z", last.base(), last.head(), Map.of(), List.of());
    HistoryFile.append(file, blind, GateLine.TYPE, complaint -> {});
    assertThat(runs.execute("gate", "drift", file.toString())).isEqualTo(3);
    assertThat(runs.out()).contains("The latest gate, head000029", "has no figure of burstRead");
  }

  @Test
  void aHistoryThatIsNotThereIsOneLineAndCodeTwo() {
    Path none = folder.resolve("none.jsonl");
    assertThat(runs.execute("gate", "drift", none.toString())).isEqualTo(2);
    assertThat(runs.err())
        .isEqualTo(
            "error: "
                + none
                + ": must hold the line of a gate at least; gate --history writes them\n");
  }

  @Test
  void aTornLastLineIsNamedAndTheRestIsRead() throws IOException {
    Path file = history(5, i -> 0);
    Files.writeString(file, Files.readString(file).substring(0, 2_000));
    assertThat(runs.execute("gate", "drift", file.toString())).isZero();
    assertThat(runs.err().lines()).singleElement().asString().contains(file + " line ", "torn");
  }

  @Test
  void theReportDrawsTheChainAndSaysWhatMoved() throws IOException {
    Path page = folder.resolve("report.html");
    String gates = history(30, i -> i < 20 ? 0 : 0.05).toString();
    assertThat(
            runs.execute(
                "report", "results/baseline/result.json", "--gates", gates, "-o", page.toString()))
        .isZero();
    assertThat(Files.readString(page))
        .contains("Drift over the gates", "<li>burstRead incStep=25 wall time: +", "drift-2");
    assertThat(runs.execute("report", "results/baseline/result.json", "--gates", "none"))
        .isEqualTo(2);
    assertThat(runs.err()).contains("error: --gates none: no such file");
  }

  @Test
  void aVerdictBecomesACommentAndACodeForTheCheck() throws IOException {
    Path gate = RecordedForks.gate(folder.resolve("gate"), "head", 1);
    Path judged = folder.resolve("judged");
    runs.execute("gate", "--from", gate.toString(), "--out", judged.toString());
    Path verdict = judged.resolve("verdict.json");
    runs.out.reset();
    int code = runs.execute("gate", "comment", verdict.toString());
    // Three blocks can tell nothing.
    assertThat(code).isIn(1, 3);
    assertThat(runs.out()).startsWith("<!-- session-pool-gate -->\n### ");
    assertThat(runs.execute("gate", "comment", gate.resolve("plan.json").toString())).isEqualTo(2);
    assertThat(runs.execute("gate", "comment", "none.json")).isEqualTo(2);
    Files.writeString(
        verdict,
        Files.readString(verdict).replaceAll("\"outcome\" : \"[a-z]+\"", "\"outcome\" : \"same\""));
    assertThat(runs.execute("gate", "comment", verdict.toString())).isZero();
  }
}
