package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Judges again what was measured of heads whose truth is known. */
class RecordedGatesTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private int judge(String folder) {
    return Main.execute(
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
        "gate",
        "--from",
        "results/gate/" + folder);
  }

  @Test
  void twoMillisecondsInTheClientsAcquiringAreFound() {
    assertThat(judge("acquire-2ms")).isEqualTo(1);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .startsWith("REGRESSED: steadyIncrease incStep=25 timeScale=2 wall time ")
        .contains("10 fresh blocks");
  }
}
