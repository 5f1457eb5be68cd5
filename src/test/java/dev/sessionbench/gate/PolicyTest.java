package dev.sessionbench.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.sessionbench.model.BadInput;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyTest {
  private static Policy with(String from, String to) {
    String text = SyntheticGate.YAML.replaceFirst(Pattern.quote(from), to);
    assertThat(text).isNotEqualTo(SyntheticGate.YAML);
    return PolicyFile.parse("test", text).policy();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "alpha: 0.05 | alpha: 0 | alpha: 0.0: must be above 0",
        "alpha: 0.05 | alpha: 0.5 | alpha: 0.5: must be above 0 and below 0.5",
        "confidence: 0.95 | confidence: 0.49 | confidence: 0.49: must be from 0.5 to below 1",
        "confidence: 0.95 | confidence: 1 | confidence: 1.0: must be from 0.5 to below 1",
        "floor: 0.03 | floor: 0 | floor: 0.0: must be above 0 and below 1",
        "floor: 0.03 | floor: 1 | floor: 1.0: must be above 0 and below 1",
        "band: 0.05 | band: 0 | band: 0.0: must be above 0 and below 1",
        "band: 0.05 | band: 1 | band: 1.0: must be above 0 and below 1",
        "blocks: 12 | blocks: 1001 | blocks: 1001: must be from 1 to 1000",
        "confirmBlocks: 6 | confirmBlocks: 0 | confirmBlocks: 0: must be from 1 to 1000",
        "confirmBlocks: 6 | confirmBlocks: 1001 | confirmBlocks: 1001: must be from 1 to 1000",
        "confirmAlpha: 0.05 | confirmAlpha: 0 | confirmAlpha: 0.0: must be",
        "confirmAlpha: 0.05 | confirmAlpha: 0.5 | confirmAlpha: 0.5: must be",
        "forkSeconds: 60 | forkSeconds: 0 | forkSeconds: 0: must be at least 1",
        "{at: 0.5, alarm: 0, | {at: 0, alarm: 0, | at: 0.0: must be above 0 and at most 1",
        "{at: 1, | {at: 1.1, | at: 1.1: must be above 0 and at most 1",
        "{at: 0.5, alarm: 0, | {at: 1, alarm: 0, | at: 1.0: must be above the one before",
        "alarm: 0, | alarm: -0.1, | alarm: -0.1: must be from 0 to 1",
        "alarm: 1, | alarm: 1.1, | alarm: 1.1: must be from 0 to 1",
        "alarm: 0, | alarm: 0.1, | the sum of alarm: 1.1: must be at most 1",
        "clear: 0.35 | clear: -0.1 | clear: -0.1: must be from 0 to 1",
        "clear: 0.35 | clear: 1.1 | clear: 1.1: must be from 0 to 1",
        "label: wall time | label: ' ' | label:  : must be words",
        "label: wall time | label: w, floor: 0 | floor: 0.0: must be",
        "label: wall time | label: w, floor: 1 | floor: 1.0: must be",
        "label: wall time | label: w, band: 0 | band: 0.0: must be",
        "label: wall time | label: w, band: 1 | band: 1.0: must be",
        "negligible: 10 | negligible: -0.1 | negligible: -0.1: must be at least 0",
        "a.B.burst | 1burst | benchmark: 1burst: must be a method's name",
        "iterations: 3 | iterations: 0 | iterations: 0: must be at least 1",
        "gated: [score, cpu] | gated: [score, no] | gated: no: must be one of the metrics",
        "gated: [score, cpu] | gated: [score, cpu], bands: {cpu: 0} | bands: cpu: 0.0: must be",
        "gated: [score, cpu] | gated: [score, cpu], bands: {cpu: 1} | bands: cpu: 1.0: must be",
      })
  void whatCannotBeIsRefused(String from, String to, String complaint) {
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> with(from, to))
        .withMessageContaining(complaint);
  }

  @Test
  void aPolicyWithoutLooksOrCellsIsRefused() {
    String looks = "  - {at: 0.5, alarm: 0, clear: 0.65}\n  - {at: 1, alarm: 1, clear: 0.35}\n";
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> with("looks:\n" + looks, "looks: []\n"))
        .withMessageContaining("looks: none: must be at least one");
    String cells = SyntheticGate.YAML.substring(SyntheticGate.YAML.indexOf("cells:"));
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> with(cells, "cells: []\n"))
        .withMessageContaining("cells: none: must be at least one");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "confidence: 0.95 | confidence: 0.5",
        "blocks: 12 | blocks: 1",
        "blocks: 12 | blocks: 1000",
        "confirmBlocks: 6 | confirmBlocks: 1",
        "confirmBlocks: 6 | confirmBlocks: 1000",
        "forkSeconds: 60 | forkSeconds: 1",
        "clear: 0.65 | clear: 0",
        "negligible: 10 | negligible: 0",
        "label: wall time | label: w, floor: 0.999, band: 0.999",
      })
  void whatStandsOnABoundIsAccepted(String from, String to) {
    assertThat(with(from, to).tests()).isEqualTo(4);
  }

  @Test
  void alphaMayBeSpentInSeveralLooks() {
    String looks =
        """
        {at: 0.5, alarm: 0.4, clear: 0.65}
          - {at: 0.8, alarm: 0.4, clear: 0}
          - {at: 1, alarm: 0.2, clear\
        """;
    Policy policy = with("{at: 0.5, alarm: 0, clear: 0.65}\n  - {at: 1, alarm: 1, clear", looks);
    assertThat(policy.looks()).hasSize(3);
  }

  @Test
  void aMarginIsTheCellsOwnOrTheMetricsOrThePolicys() {
    Policy policy = with("gated: [score, cpu]}", "gated: [score, cpu], bands: {score: 0.2}}");
    PolicyCell burst = policy.cells().get(0);
    PolicyCell steady = policy.cells().get(1);
    assertThat(policy.bandLog(burst, "score", 1e9)).isCloseTo(Math.log(1.2), within(1e-12));
    assertThat(policy.bandLog(steady, "score", 1e9)).isCloseTo(Math.log(1.05), within(1e-12));
    assertThat(policy.bandLog(burst, "cpu", 1e9)).isCloseTo(Math.log(1.1), within(1e-12));
  }

  @Test
  void whatIsNegligibleWidensTheFloorWhereTheBaseIsSmall() {
    Policy policy = SyntheticGate.POLICY;
    assertThat(policy.floorLog("cpu", 1e9)).isCloseTo(Math.log(1.03), within(1e-12));
    assertThat(policy.floorLog("cpu", 20)).isCloseTo(Math.log(1.5), within(1e-12));
    assertThat(policy.floorLog("cpu", 0)).isCloseTo(Math.log(1.03), within(1e-12));
    assertThat(policy.floorLog("cpu", Double.NaN)).isCloseTo(Math.log(1.03), within(1e-12));
    assertThat(with("label: wall time", "label: w, floor: 0.1").floorLog("score", 1))
        .isCloseTo(Math.log(1.1), within(1e-12));
  }

  @Test
  void aMetricThatIsNotNamedIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SyntheticGate.POLICY.metric("none"))
        .withMessage("none: the policy does not name this metric");
  }

  @Test
  void aLookTakesItsPartOfTheBlocksRoundedUp() {
    PolicyLook half = SyntheticGate.POLICY.looks().get(0);
    assertThat(half.blocks(12)).isEqualTo(6);
    assertThat(half.blocks(13)).isEqualTo(7);
    assertThat(half.blocks(1)).isEqualTo(1);
  }
}
