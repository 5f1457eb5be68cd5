package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.GateLine;
import dev.sessionbench.base.results.HistoryFile;
import dev.sessionbench.gate.RecordedForks;
import dev.sessionbench.gate.run.FakeArms;
import dev.sessionbench.report.sweep.SimulatedGates;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
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
  void aGateIsAddedToAHistoryOnceHoweverOftenItIsJudged() throws IOException {
    Path file = folder.resolve("history/gates.jsonl");
    for (String head : List.of("one", "two", "two")) {
      Path gate = folder.resolve(head);
      if (Files.notExists(gate)) {
        ended(gate, head);
      }
      runs.execute("gate", "--from", gate.toString(), "--history", file.toString());
    }
    assertThat(runs.err()).isEmpty();
    assertThat(read(file))
        .extracting(line -> line.head().gitCommit())
        .containsExactly("one", "two");
    assertThat(read(file).get(0).figures().get(0).logRatio()).isBetween(0.18, 0.19);
  }

  /** A gate of three blocks, and the verdict that a gate leaves last. */
  private void ended(Path gate, String head) throws IOException {
    RecordedForks.gate(gate, head, 1.2);
    Path judged = folder.resolve("verdict of " + head);
    runs.execute("gate", "--from", gate.toString(), "--out", judged.toString());
    Files.copy(
        judged.resolve("verdict.json"),
        gate.resolve("verdict.json"),
        StandardCopyOption.REPLACE_EXISTING);
  }

  @Test
  void theLineOfAGateTakesThePlaceOfAnEarlierOneOfItWhateverThatHad() throws IOException {
    Path file = folder.resolve("gates.jsonl");
    List<GateLine> all = new ArrayList<>();
    for (String head : List.of("one", "two")) {
      Path gate = folder.resolve(head);
      ended(gate, head);
      runs.execute("gate", "--from", gate.toString(), "--history", file.toString());
    }
    for (GateLine line : read(file)) {
      all.add(line);
      GateLine part =
          new GateLine(
              line.at(), line.base(), line.head(), line.profiles(), line.figures().subList(0, 1));
      HistoryFile.put(file, part, line::isOfTheGateOf, GateLine.TYPE, complaint -> {});
    }
    assertThat(read(file)).extracting(line -> line.figures().size()).containsExactly(1, 1);
    for (String head : List.of("two", "one")) {
      String gate = folder.resolve(head).toString();
      runs.execute("gate", "--from", gate, "--history", file.toString());
    }
    assertThat(read(file)).isEqualTo(all);
    assertThat(runs.err()).isEmpty();
  }

  @Test
  void aPartOfAGateIsNotAGate() {
    assertThat(runs.execute("gate", "--shard", "1/2", "--history", "h.jsonl")).isEqualTo(2);
    assertThat(runs.err()).contains("error: --history: takes whole gates");
  }

  private int gate(FakeArms arms, String... args) {
    List<String> words = new ArrayList<>(List.of("gate"));
    words.addAll(List.of(args));
    PrintStream out = new PrintStream(runs.out, true, StandardCharsets.UTF_8);
    PrintStream err = new PrintStream(runs.err, true, StandardCharsets.UTF_8);
    return Main.execute(
        out, err, arms.services(), JvmStopSignal::new, arms, words.toArray(new String[0]));
  }

  private int part(FakeArms arms, String shard, Path out) throws IOException {
    Path policy = Files.writeString(folder.resolve("policy.yaml"), FakeArms.YAML);
    String words = "--base incStep=25 --head incStep=20 --policy %s --shard %s --out %s";
    return gate(arms, words.formatted(policy, shard, out).split(" ", -1));
  }

  @Test
  void norIsAPartThatGoesOnOrIsJudgedAndAllOfThemAreOneInWhateverOrder() throws IOException {
    FakeArms arms = new FakeArms();
    Path one = folder.resolve("one");
    Path two = folder.resolve("two");
    assertThat(part(arms, "1/2", one)).isZero();
    assertThat(part(arms, "2/2", two)).isZero();
    String file = folder.resolve("h.jsonl").toString();
    assertThat(gate(arms, "--from", "" + two, "--history", file)).isEqualTo(2);
    Files.delete(two.resolve("verdict.json"));
    assertThat(gate(arms, "--resume", "" + two, "--history", file)).isEqualTo(2);
    assertThat(runs.err().lines()).allMatch(line -> line.contains("--history: takes whole gates"));
    assertThat(two.resolve("verdict.json")).doesNotExist();
    assertThat(Path.of(file)).doesNotExist();
    assertThat(gate(arms, "--resume", "" + two)).isZero();
    assertThat(gate(arms, "--from", one + "," + two, "--history", file)).isZero();
    assertThat(gate(arms, "--from", two + "," + one, "--history", file)).isZero();
    assertThat(read(Path.of(file))).extracting(line -> line.figures().size()).containsExactly(3);
  }

  @Test
  void aGateThatHasNotEndedIsNotAddedUntilItHas() throws IOException {
    FakeArms arms = new FakeArms();
    arms.interruptedAfter = 13;
    Path out = folder.resolve("out");
    assertThat(part(arms, "1/1", out)).isNotZero();
    runs.err.reset();
    String file = folder.resolve("h.jsonl").toString();
    assertThat(gate(arms, "--from", "" + out, "--history", file)).isEqualTo(2);
    assertThat(runs.err())
        .contains("--history: takes gates that have ended, and " + out + " has no verdict.json");
    assertThat(Path.of(file)).doesNotExist();
    arms.interruptedAfter = Integer.MAX_VALUE;
    assertThat(gate(arms, "--resume", "" + out, "--history", file)).isZero();
    assertThat(read(Path.of(file))).hasSize(1);
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
