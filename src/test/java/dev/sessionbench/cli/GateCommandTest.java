package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.cli.BenchCommand.World;
import dev.sessionbench.gate.ForkId;
import dev.sessionbench.gate.MeasurementFolder;
import dev.sessionbench.gate.RecordedForks;
import dev.sessionbench.gate.run.FakeArms;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class GateCommandTest extends CommandFixture {

  private final FakeRuns runs = new FakeRuns();
  private final FakeArms arms = new FakeArms();

  @Override
  World world(PrintStream out, PrintStream err) {
    return new World(out, err, arms.services(), StopSignal.Jvm::new, arms);
  }

  private String lineOf(int code, String... args) {
    assertThat(runs.execute(args)).as(Arrays.toString(args)).isEqualTo(code);
    assertThat(runs.err().lines()).as(runs.err()).hasSize(1);
    return runs.err();
  }

  @Test
  void aJarWithoutBenchmarksIsRefused() throws IOException {
    Path jar = folder.resolve("empty.jar");
    Files.write(
        jar, new byte[] {'P', 'K', 5, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    assertThat(
            lineOf(
                2,
                "gate",
                "--base",
                jar.toString(),
                "--head",
                "incStep=2",
                "--out",
                folder.resolve("out").toString()))
        .contains("holds no JMH");
  }

  @Test
  void theGateAndItsSelftestExplainThemselves() {
    assertThat(runs.execute("gate", "--help")).isZero();
    assertThat(runs.execute("gate", "selftest", "--help")).isZero();
    assertThat(runs.out()).contains("--base", "--budget", "--seed", "--inject", "--resample");
  }

  private int gate(String... more) {
    List<String> words =
        new ArrayList<>(List.of("gate", "--base", "incStep=25", "--head", "incStep=25"));
    words.addAll(List.of("--policy", policy().toString()));
    words.addAll(List.of(more));
    return run(words.toArray(new String[0]));
  }

  private Path policy() {
    try {
      return Files.writeString(folder.resolve("policy.yaml"), FakeArms.YAML);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private String place(String name) {
    return folder.resolve(name).toString();
  }

  @Test
  void theSameIsCodeZero() {
    assertThat(gate("--out", place("out"))).isZero();
    assertThat(said()).contains("SAME: no gated metric changed").contains("again: ");
  }

  @Test
  void betterIsCodeZero() {
    arms.headChange = -0.15;
    assertThat(gate("--out", place("out"))).isZero();
    assertThat(said()).contains("IMPROVED");
  }

  @Test
  void worseIsCodeOne() {
    arms.headChange = 0.15;
    assertThat(gate("--out", place("out"))).isEqualTo(1);
    assertThat(said()).contains("REGRESSED");
  }

  @Test
  void anotherCountAndAForkThatFailedAreCodeOne() {
    arms.headRpcs = 17;
    assertThat(gate("--out", place("counts"))).isEqualTo(1);
    assertThat(said()).contains("CHANGED");
    assertThat(run("gate", "--from", place("counts"), "--format", "json")).isEqualTo(1);
    assertThat(said()).contains("\"outcome\" : \"changed\"", "\"conclusion\" : \"failure\"");
    arms.headRpcs = 16;
    arms.failing = "blocks block 2";
    assertThat(gate("--out", place("failed"))).isEqualTo(1);
    assertThat(said()).contains("FAILED");
  }

  @Test
  void aGateThatCouldNotTellIsCodeThree() {
    arms.noise = 0.2;
    assertThat(gate("--out", place("noise"))).isEqualTo(3);
    assertThat(said()).contains("INCONCLUSIVE");
    arms.noise = 0.01;
    assertThat(gate("--out", place("short"), "--budget", "50s")).isEqualTo(3);
    assertThat(said()).contains("left out: steady");
  }

  @Test
  void whatAnArtifactKeepsOfAGateIsJudgedAsTheGateWas() {
    assertThat(gate("--out", place("same"))).isZero();
    RecordedForks.uploaded(folder.resolve("same"), folder.resolve("copy"));
    assertThat(run("gate", "--from", place("copy"))).isZero();
    arms.headRpcs = 17;
    assertThat(gate("--out", place("changed"))).isEqualTo(1);
    RecordedForks.uploaded(folder.resolve("changed"), folder.resolve("other"));
    assertThat(run("gate", "--from", place("other"))).isEqualTo(1);
    assertThat(said()).startsWith("CHANGED");
  }

  @Test
  void theSeedIsAFreshOneAndThePrintedCommandHasIt() throws IOException {
    gate("--out", place("one"));
    String one = said();
    gate("--out", place("other"));
    long seed = MeasurementFolder.open(folder.resolve("one")).plan().seed();
    long other = MeasurementFolder.open(folder.resolve("other")).plan().seed();
    assertThat(other).isNotEqualTo(seed);
    assertThat(one).contains("--seed " + seed + " ");
    List<ForkId> ran = arms.ran.stream().filter(fork -> fork.seed() / 10_000 == seed).toList();
    arms.ran.clear();
    gate("--out", place("again"), "--seed", "" + seed);
    assertThat(arms.ran).isEqualTo(ran);
  }

  @Test
  void aVerdictCanBeHadAgainInEveryForm() {
    arms.headChange = 0.15;
    gate("--out", place("out"));
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
  void whatCouldNotBeToldIsShownAsThePolicyChooses() throws IOException {
    arms.noise = 0.2;
    gate("--out", place("out"));
    assertThat(run("gate", "--from", place("out"), "--format", "json")).isEqualTo(3);
    assertThat(said()).contains("\"conclusion\" : \"neutral\"");
    Path strict =
        Files.writeString(
            folder.resolve("strict.yaml"), FakeArms.YAML.replace("neutral", "failure"));
    assertThat(
            run("gate", "--from", place("out"), "--policy", strict.toString(), "--format", "json"))
        .isEqualTo(3);
    assertThat(said()).contains("\"conclusion\" : \"failure\"");
  }

  @Test
  void anInterruptedGateGoesOnInItsOwnOrder() {
    gate("--out", place("whole"), "--seed", "5");
    List<ForkId> whole = List.copyOf(arms.ran);
    arms.ran.clear();
    arms.interruptedAfter = 13;
    assertThat(gate("--out", place("out"), "--seed", "5")).isNotZero();
    arms.interruptedAfter = Integer.MAX_VALUE;
    assertThat(run("gate", "--resume", place("out"))).isZero();
    assertThat(arms.ran).isEqualTo(whole);
    assertThat(run("gate", "--resume", place("out"))).isEqualTo(2);
  }

  @Test
  void theSelftestCountsWhatGatesSayOfWhatIsKnown() {
    assertThat(
            run(
                "gate",
                "selftest",
                "--inject",
                "none,wall+10%",
                "--runs",
                "2",
                "--resample",
                "50",
                "--policy",
                policy().toString(),
                "--out",
                place("selftest")))
        .isZero();
    assertThat(said())
        .contains("| none | 2 real | 0 | 0 | 0 | 0 | 2 (100.0 %) |  |")
        .contains("| none | 50 resampled from 12 recorded blocks | 0 | 0 | 0 | 0 | 50 (100.0 %)")
        .contains("| wall+10% | 2 real | 2 (100.0 %) | 0 | 0 | 0 | 0 |")
        .contains("| wall+10% | 50 resampled from 24 recorded blocks | 50 (100.0 %)");
  }

  @Test
  void theSelftestCountsGatesThatWereMeasuredOfAPatchedJarBeforeAndPacked() throws IOException {
    Path folder = Files.createDirectories(Path.of(place("selftest")).resolve("slower"));
    arms.headChange = 0.15;
    gate("--out", place("out"));
    RecordedForks.zipped(Path.of(place("out")), folder.resolve("001.zip"));
    String row = "| target/slower.jar | 1 real | 1 (100.0 %) | 0 | 0 | 0 | 0 |";
    assertThat(countedBy(policy())).contains(row).doesNotContain("another policy");
    Path edited = folder.resolveSibling("edited.yaml");
    Files.writeString(edited, Files.readString(policy()) + "# edited\n");
    assertThat(countedBy(edited))
        .contains(row)
        .contains("[target/slower.jar] 1 of 1 gates are judged by another policy than they were");
    RecordedForks.gate(folder.resolve("002"), "abc", 1);
    assertThat(countedBy(policy())).contains(row, "1 of 2 gates have no verdict of their own");
  }

  private String countedBy(Path policy) {
    String counted = "gate selftest --inject target/slower.jar --runs 0 --policy " + policy;
    assertThat(run((counted + " --out " + place("selftest")).split(" ", -1))).isZero();
    return said();
  }
}
