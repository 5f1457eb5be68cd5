package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.gate.RecordedForks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GateCommentCommandTest {
  @TempDir private Path folder;
  private final FakeRuns runs = new FakeRuns();

  @Test
  void aVerdictBecomesACommentAndAnExitCode() throws IOException {
    Path gate = RecordedForks.gate(folder.resolve("gate"), "head", 1);
    Path judged = folder.resolve("judged");
    runs.execute("gate", "--from", gate.toString(), "--out", judged.toString());
    Path verdict = judged.resolve("verdict.json");
    runs.out.reset();
    int code = runs.execute("gate", "comment", verdict.toString());
    // Three blocks are too few to clear a candidate.
    assertThat(code).isIn(1, 3);
    assertThat(runs.out()).startsWith("<!-- session-pool-gate -->\n### ");
    assertThat(runs.execute("gate", "comment", gate.resolve("plan.json").toString())).isEqualTo(2);
    Files.writeString(
        verdict,
        Files.readString(verdict).replaceAll("\"outcome\" : \"[a-z]+\"", "\"outcome\" : \"same\""));
    assertThat(runs.execute("gate", "comment", verdict.toString())).isZero();
  }
}
