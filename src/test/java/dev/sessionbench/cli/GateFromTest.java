package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Tests {@code gate --from} on measurements that are incomplete or have a policy of their own. */
class GateFromTest extends GateFixture {
  private int count(String policy, String out) {
    String line = "gate --counts --base incStep=25 --head incStep=25 --policy %s --out %s";
    return runLine(line.formatted(policy, out));
  }

  @Test
  void judgingAgainNeverOverwritesAGate() throws IOException {
    String out = place("out");
    assertThat(gate(out)).isZero();
    assertThat(run("gate", "--from", out, "--out", out)).isEqualTo(2);
    assertThat(said()).contains("must not be the folder of a gate").hasLineCount(1);
    assertThat(run("gate", "--from", out, "--out", place("judged"))).isZero();
  }

  @Test
  void aGateThatDiedHasItsOwnExitCodeAndIsInconclusive() throws IOException {
    String out = place("out");
    sides.noise = 0.002;
    sides.interruptedAfter = 5 * 4 + 1;
    assertThat(gate(out)).isEqualTo(4);
    assertThat(run("gate", "--from", out)).isEqualTo(3);
    assertThat(said())
        .startsWith(
            "INCONCLUSIVE: burst incStep=25; the gate ended after 5 of 12 blocks without a ");
    assertThat(run("gate", "--from", out, "--out", out)).isEqualTo(2);
    assertThat(said()).contains("--out " + out + ": must not be the folder of a gate");
    assertThat(run("gate", "--from", out, "--out", place("looked"))).isEqualTo(3);
    assertThat(folder.resolve("looked/verdict.json")).exists();
  }

  @Test
  void gateThatCouldMissTooMuchHasItsOwnExitCode() throws IOException {
    String out = place("out");
    assertThat(gate(out, "--require-power", "10%")).isZero();
    sides.noise = 0.03;
    String noisy = place("noisy");
    assertThat(gate(noisy, "--require-power", "10%")).isEqualTo(5);
    assertThat(said())
        .containsPattern(
            "too little power: burst incStep=25: wall time: could have found 1.\\.. %, must be at most 10.0 %");
    assertThat(run("gate", "--from", noisy, "--require-power", "5%")).isEqualTo(5);
    assertThat(run("gate", "--from", noisy, "--require-power", "50%"))
        .isEqualTo(run("gate", "--from", noisy));
    assertThat(run("gate", "--from", noisy, "--require-power", "10")).isEqualTo(2);
    assertThat(said())
        .contains("--require-power 10: must be above 0% and below 100%, as in 10%")
        .hasLineCount(1);
    assertThat(gate(place("counts"), "--counts", "--require-power", "10%")).isEqualTo(2);
  }

  @Test
  void notesOfAGateAreRepeated() throws IOException {
    String out = place("out");
    assertThat(gate(out, "--budget", "230s")).isZero();
    assertThat(said()).contains("The budget is short: ");
    assertThat(run("gate", "--from", out)).isZero();
    assertThat(said()).contains("The budget is short: ", "\nIt took ");
  }

  @Test
  void missingCountsFailByName() throws IOException {
    count(policy().toString(), place("out"));
    Path counts = folder.resolve("out/counts.json");
    String text = Files.readString(counts);
    int second = text.indexOf("\"name\"", text.indexOf("\"name\"") + 1);
    int last = text.lastIndexOf("\"name\"");
    Files.writeString(counts, text.substring(0, second) + text.substring(last));
    assertThat(run("gate", "--from", place("out"))).isEqualTo(1);
    assertThat(said())
        .startsWith("MISSING: burst")
        .contains(" inprocess; nothing of it was counted; so in ");
    Files.writeString(counts, "{\"cells\": [], \"notes\": [], \"expected\": []}");
    assertThat(run("gate", "--from", place("out"))).isEqualTo(1);
    assertThat(said()).contains("FAILED").contains("nothing was counted");
  }

  @Test
  void whatTheBaselineCountsNowhereIsShown() {
    String out = place("out");
    // These builds count only the requests.
    count("results/policy.yaml", out);
    assertThat(run("gate", "--from", out)).isZero();
    assertThat(said()).startsWith("SAME").contains("the baseline does not count ");
  }

  @Test
  void interruptedGateGoesOnWhereItStopped() throws IOException {
    String out = place("out");
    sides.interruptedAfter = 9;
    assertThat(gate(out)).isEqualTo(4);
    int forks = sides.ran.size();
    sides.interruptedAfter = Integer.MAX_VALUE;
    assertThat(run("gate", "--resume", out, "--budget", "5m")).isZero();
    assertThat(said()).contains("SAME", "It took ", " s since it was resumed.");
    assertThat(sides.ran).doesNotHaveDuplicates().hasSizeGreaterThan(forks);
    assertThat(folder.resolve("out/verdict.json")).exists();
    assertThat(run("gate", "--resume", out)).isEqualTo(2);
    assertThat(said())
        .isEqualTo(
            "error: --resume %s: that gate has ended: judge it with --from\n".formatted(out));
  }
}
