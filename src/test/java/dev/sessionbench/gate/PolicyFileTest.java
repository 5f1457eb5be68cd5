package dev.sessionbench.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyFileTest {
  @Test
  void theProjectsPolicyIsSoundAndTheOneThatIsBuiltIn() {
    PolicyFile project = PolicyFile.read(PolicyFile.PROJECT_FILE);
    assertThat(project.policy()).isEqualTo(PolicyFile.bundled().policy());
    // The smallest p-value of all blocks must pass Holm's hardest step.
    Policy policy = project.policy();
    assertThat(WilcoxonSignedRank.smallestPValue(policy.blocks()) * policy.tests())
        .isLessThanOrEqualTo(policy.alpha());
    // And that of the fresh ones their own.
    assertThat(Math.pow(2, -policy.confirmBlocks())).isLessThanOrEqualTo(policy.confirmAlpha());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "alpha: 0.05 | alpha: 0.7 | alpha: 0.7: must be above 0 and below 0.5",
        "alpha: 0.05 | alpha: many | :1: alpha: ",
        "alpha: 0.05 | alpah: 0.05 | Missing required creator property 'alpha'",
        "warmups: 1 | warmups: 1, warmth: 2 | :18: cells.[1].warmth: Unrecognized field",
        "blocks: 12 | blocks: 0 | blocks: 0: must be from 1 to 1000",
        "blocks: 12 | blocks: 1.5 | :5: blocks: ",
        "{at: 1, alarm: 1, clear: 0.35} | {at: 0.9, alarm: 1, clear: 0.35} | the last at: 0.9: must be 1",
        "clear: 0.65 | clear: 0.75 | the sum of clear: 1.1: must be at most 1",
        "gated: [score, cpu] | gated: [score, p99] | gated: p99: must be one of the metrics that decide: score, cpu",
        "warmups: 1 | warmups: -1 | cells.[1]: warmups: -1: must be at least 0",
        "a.B.steady | a.B.burst | cells: burst incStep=25: must be named once only",
        "params: {incStep: 25} | params: {seed: 25} | seed: must be another",
        "gated: [score, cpu] | gated: [score, cpu], bands: {p99: 0.1} | bands: p99: must be one of this cell's",
        "gated: [score, cpu] | gated: [score, cpu], bands: {cpu: 1.5} | bands: cpu: 1.5: must be",
        "floor: 0.03 | floor: 0.03, | :3",
        "exact: [rpcs, overshoot] | exact: [rpcs | :13: exact.",
      })
  void whatIsWrongIsNamedWithItsPlace(String from, String to, String expected) {
    String text = SyntheticGate.YAML.replaceFirst(java.util.regex.Pattern.quote(from), to);
    assertThat(text).isNotEqualTo(SyntheticGate.YAML);
    assertThatExceptionOfType(GateException.class)
        .isThrownBy(() -> PolicyFile.parse("policy.yaml", text))
        .satisfies(
            e ->
                assertThat(e.getMessage())
                    .startsWith("policy.yaml:")
                    .contains(expected)
                    .doesNotContain("\n"));
  }

  @Test
  void theReducedPolicyOfTheSelftestFollowsTheRulesOfTheProject() {
    Policy whole = PolicyFile.bundled().policy();
    Policy reduced = PolicyFile.read(Path.of("results", "policy-reduced.yaml")).policy();
    // All but what is measured; of that, a part.
    assertThat(reduced)
        .usingRecursiveComparison()
        .ignoringFields("metrics", "cells")
        .isEqualTo(whole);
    assertThat(reduced.timedCells()).hasSize(1);
    reduced
        .timedCells()
        .get(0)
        .gated()
        .forEach(name -> assertThat(reduced.metric(name)).isEqualTo(whole.metric(name)));
    assertThat(WilcoxonSignedRank.smallestPValue(reduced.blocks()) * reduced.tests())
        .isLessThanOrEqualTo(reduced.alpha());
  }

  @Test
  void aKeyThatIsMissingIsNamed() {
    assertThatExceptionOfType(GateException.class)
        .isThrownBy(
            () -> PolicyFile.parse("p", SyntheticGate.YAML.replace("confidence: 0.95\n", "")))
        .withMessageContaining("confidence");
    assertThatExceptionOfType(GateException.class)
        .isThrownBy(() -> PolicyFile.parse("p", ""))
        .withMessageStartingWith("p:");
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    assertThatExceptionOfType(GateException.class)
        .isThrownBy(() -> PolicyFile.read(Path.of("no", "such.yaml")))
        .withMessageContaining("such.yaml");
  }
}
