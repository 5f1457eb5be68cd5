package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.gate.ForkId;
import dev.sessionbench.gate.MeasurementFolder;
import dev.sessionbench.gate.RecordedForks;
import dev.sessionbench.gate.run.FakeSides;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GateCommandTest extends GateFixture {
  @Test
  void aJarWithoutBenchmarksIsRefused() throws IOException {
    Path jar = folder.resolve("empty.jar");
    Files.write(
        jar, new byte[] {'P', 'K', 5, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    assertThat(
            CommandRun.of(
                "gate", "--base", jar.toString(), "--head", "incStep=2", "--out", place("out")))
        .matches(run -> run.code() == 2)
        .matches(
            run ->
                run.err().contains("must be a benchmarks jar of this suite")
                    && run.err().lines().count() == 1);
  }

  @Test
  void theGateAndItsSelftestExplainThemselves() throws IOException {
    assertThat(run("gate", "--help")).isZero();
    assertThat(out()).contains("--base", "--budget", "--seed");
    assertThat(run("gate", "selftest", "--help")).isZero();
    assertThat(out()).contains("--kinds", "--resample");
  }

  @ParameterizedTest
  @CsvSource({"0, 0, SAME: no gated metric changed", "-0.15, 0, IMPROVED", "0.15, 1, REGRESSED"})
  void theExitCodeIsThatOfTheVerdict(double change, int code, String verdict) throws IOException {
    sides.headChange = change;
    assertThat(gate(place("out"))).isEqualTo(code);
    assertThat(said()).contains(verdict, "again: ");
  }

  @Test
  void aChangedCountAndAFailedForkAreExitCodeOne() throws IOException {
    sides.headRpcs = 17;
    assertThat(gate(place("counts"))).isEqualTo(1);
    assertThat(said()).contains("CHANGED");
    assertThat(run("gate", "--from", place("counts"), "--format", "json")).isEqualTo(1);
    assertThat(said()).contains("\"outcome\" : \"changed\"", "\"conclusion\" : \"failure\"");
    sides.headRpcs = 16;
    sides.failing = "blocks block 2, burst incStep=25, candidate";
    assertThat(gate(place("failed"))).isEqualTo(1);
    assertThat(said()).contains("FAILED");
  }

  @Test
  void anInconclusiveGateIsExitCodeThree() throws IOException {
    sides.noise = 0.2;
    assertThat(gate(place("noise"))).isEqualTo(3);
    assertThat(said()).contains("INCONCLUSIVE");
    sides.noise = 0.01;
    assertThat(gate(place("short"), "--budget", "50s")).isEqualTo(3);
    assertThat(said()).contains("left out: steady");
  }

  @Test
  void anUploadedGateHasTheSameVerdict() throws IOException {
    assertThat(gate(place("same"))).isZero();
    RecordedForks.uploaded(folder.resolve("same"), folder.resolve("copy"));
    assertThat(run("gate", "--from", place("copy"))).isZero();
    sides.headRpcs = 17;
    assertThat(gate(place("changed"))).isEqualTo(1);
    RecordedForks.uploaded(folder.resolve("changed"), folder.resolve("other"));
    assertThat(run("gate", "--from", place("other"))).isEqualTo(1);
    assertThat(said()).startsWith("CHANGED");
  }

  @Test
  void eachGateHasANewSeedAndPrintsIt() throws IOException {
    gate(place("one"));
    String one = said();
    gate(place("other"));
    long seed = MeasurementFolder.open(folder.resolve("one")).plan().seed();
    long other = MeasurementFolder.open(folder.resolve("other")).plan().seed();
    assertThat(other).isNotEqualTo(seed);
    assertThat(one).contains("--seed " + seed + " ");
    List<ForkId> ran = sides.ran.stream().filter(fork -> fork.seed() / 10_000 == seed).toList();
    sides.ran.clear();
    gate(place("again"), "--seed", "" + seed);
    assertThat(sides.ran).isEqualTo(ran);
  }

  @Test
  void aVerdictCanBeRenderedAgainInEveryFormat() throws IOException {
    sides.headChange = 0.15;
    gate(place("out"));
    assertThat(run("gate", "--from", place("out"), "--format", "json")).isEqualTo(1);
    assertThat(said()).contains("\"outcome\" : \"regressed\"", "\"conclusion\" : \"failure\"");
    assertThat(run("gate", "--from", place("out"), "--format", "markdown")).isEqualTo(1);
    assertThat(said()).startsWith("<!-- session-pool-gate -->");
    assertThat(run("gate", "--from", place("out"), "--format", "junit")).isEqualTo(1);
    assertThat(said()).contains("<failure message=");
    assertThat(run("gate", "--from", place("out"), "--out", place("copy"))).isEqualTo(1);
    assertThat(said()).startsWith("REGRESSED");
    assertThat(folder.resolve("copy/verdict.json")).exists();
  }

  @Test
  void thePolicyDecidesHowAnInconclusiveGateIsShown() throws IOException {
    sides.noise = 0.2;
    gate(place("out"));
    assertThat(run("gate", "--from", place("out"), "--format", "json")).isEqualTo(3);
    assertThat(said()).contains("\"conclusion\" : \"neutral\"");
    Path strict =
        Files.writeString(
            folder.resolve("strict.yaml"), FakeSides.YAML.replace("neutral", "failure"));
    assertThat(
            run("gate", "--from", place("out"), "--policy", strict.toString(), "--format", "json"))
        .isEqualTo(3);
    assertThat(said()).contains("\"conclusion\" : \"failure\"");
  }

  @Test
  void theSelftestCountsVerdictsOnKnownChanges() throws IOException {
    assertThat(
            runLine(
                "gate selftest --kinds none,acquire-slow:2000 --runs 2 --resample 50 --out FOLDER/selftest --policy "
                    + policy()))
        .isZero();
    assertThat(said())
        .containsPattern("\\| none \\| 0 \\| 0 \\| 2 \\| \\d+ \\|  \\| 0 / 0 / 50 \\|")
        .contains("| acquire-slow:2000 | 2 | 0 | 0 | ")
        .contains(" | CPU time | 50 / 0 / 0 |");
    int forks = sides.ran.size();
    assertThat(
            runLine(
                "gate selftest --kinds none,acquire-slow:2000 --runs 2 --out FOLDER/selftest --policy "
                    + policy()))
        .isZero();
    assertThat(sides.ran).hasSize(forks);
  }

  @Test
  void theSelftestRepeatsAnInterruptedGate() throws IOException {
    String selftest = "gate selftest --kinds none --out FOLDER/selftest --policy " + policy();
    sides.interruptedAfter = 13;
    assertThat(runLine(selftest)).isEqualTo(4);
    sides.interruptedAfter = Integer.MAX_VALUE;
    assertThat(runLine(selftest)).isZero();
    assertThat(said()).contains("| none | 0 | 0 | 1 | ");
  }

  @Test
  void theSelftestCountsPackedGates() throws IOException {
    Path folder = Files.createDirectories(Path.of(place("selftest")).resolve("acquire-slow-2000"));
    sides.headChange = 0.15;
    gate(place("out"));
    RecordedForks.zipped(Path.of(place("out")), folder.resolve("001.zip"));
    String row = "| acquire-slow:2000 | 1 | 0 | 0 | ";
    assertThat(countedBy(policy())).contains(row).doesNotContain("another policy");
    Path edited = folder.resolveSibling("edited.yaml");
    Files.writeString(edited, Files.readString(policy()) + "# edited\n");
    assertThat(countedBy(edited))
        .contains(row)
        .contains("Gates that were measured under another policy: 1.");
    RecordedForks.gate(folder.resolve("002"), "abc", 1);
    Files.createDirectories(folder.resolve("003"));
    assertThat(countedBy(policy())).contains(row, "2 of 3 gates have no verdict of their own");
  }

  @Test
  void theSelftestJudgesAnOlderGateByTheCellsThatItHas() throws IOException {
    gate(place("out"));
    Path folder = Files.createDirectories(Path.of(place("selftest")).resolve("none"));
    RecordedForks.zipped(Path.of(place("out")), folder.resolve("001.zip"));
    String added =
        "  - {benchmark: new, params: {incStep: 25}, warmups: 1, iterations: 3, gated: [score]}\n";
    Path larger = folder.resolveSibling("larger.yaml");
    Files.writeString(larger, Files.readString(policy()) + added);
    String counted =
        "gate selftest --kinds none --runs 0 --resample 50 --out FOLDER/selftest --policy "
            + larger;
    assertThat(runLine(counted)).isZero();
    assertThat(said())
        .containsPattern("\\| none \\| 0 \\| 0 \\| 1 \\| \\d+ \\|  \\| 0 / 0 / 50 \\|")
        .contains("another policy: 1. Judged by the cells that they have.");
  }

  private String countedBy(Path policy) {
    String counted = "gate selftest --kinds acquire-slow:2000 --runs 0 --policy " + policy;
    assertThat(run((counted + " --out " + place("selftest")).split(" ", -1))).isZero();
    return said();
  }

  @Test
  void buildCommandReachesBothSidesAndIsRepeated() throws IOException {
    String[] line = {"gate", "--base", "rev=a", "--head", "tree", "--build", "echo 'hi'"};
    String[] more = {"--policy", policy().toString(), "--out", place("out")};
    assertThat(run(Stream.of(line, more).flatMap(Stream::of).toArray(String[]::new))).isZero();
    assertThat(sides.built)
        .extracting(side -> side.command().orElse(""))
        .containsExactly("echo 'hi'", "echo 'hi'");
    String repeated = " --build 'echo '\\''hi'\\'''";
    assertThat(said())
        .contains("[build] baseline: rev=a\n[build] baseline took 0 s\n")
        .contains(repeated);
    run("gate", "--from", place("out"));
    assertThat(said()).contains(repeated);
  }
}
