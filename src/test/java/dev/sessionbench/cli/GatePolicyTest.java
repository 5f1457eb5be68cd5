package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.gate.RecordedForks;
import dev.sessionbench.gate.policy.SyntheticPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** By which policy a gate is judged that was measured before. */
class GatePolicyTest {
  private static final String OTHER = "It is judged by another policy than it was measured under.";

  @TempDir Path folder;

  private final FakeRuns runs = new FakeRuns();

  private Path policy(String margin) throws IOException {
    return Files.writeString(
        folder.resolve("policy.yaml"),
        SyntheticPolicy.YAML.replace("margin: 0.03", "margin: " + margin));
  }

  @Test
  void anotherPolicyIsSaidAndNamedInTheCommandThatJudgesAgain() throws IOException {
    Path gate = RecordedForks.gate(folder.resolve("gate"), "abc", 1);
    Path other = policy("0.04");
    assertThat(runs.execute("gate", "--from", "" + gate, "--policy", "" + other)).isNotEqualTo(2);
    assertThat(runs.out())
        .contains(OTHER, "gate --from " + gate + " --policy " + other + "\n", "policy: " + other);
  }

  @Test
  void theSamePolicyNeedsNoWord() throws IOException {
    Path gate = RecordedForks.gate(folder.resolve("gate"), "abc", 1);
    assertThat(runs.execute("gate", "--from", "" + gate)).isNotEqualTo(2);
    assertThat(runs.execute("gate", "--from", "" + gate, "--policy", "" + policy("0.03")))
        .isNotEqualTo(2);
    assertThat(runs.out()).doesNotContain(OTHER);
  }

  @Test
  void anEditedPolicyIsRefused() throws IOException {
    Path gate = RecordedForks.gate(folder.resolve("gate"), "abc", 1);
    Files.copy(policy("0.9"), gate.resolve("policy.yaml"), StandardCopyOption.REPLACE_EXISTING);
    assertThat(runs.execute("gate", "--from", "" + gate)).isEqualTo(2);
    assertThat(runs.err()).contains("policy.yaml: its hash is ").hasLineCount(1);
  }
}
