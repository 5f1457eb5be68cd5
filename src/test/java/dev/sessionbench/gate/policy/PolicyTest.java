package dev.sessionbench.gate.policy;

import static dev.sessionbench.base.model.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.sessionbench.gate.policy.Policy.PolicyLook;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyTest {
  private static Policy with(String from, String to) {
    String text = SyntheticPolicy.YAML.replaceFirst(Pattern.quote(from), to);
    assertThat(text).isNotEqualTo(SyntheticPolicy.YAML);
    return PolicyFile.parse("test", text).policy();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "alpha: 0.1 | alpha: 0 | alpha: must be a number above 0 and below 0.5, is '0'",
        "alpha: 0.1 | alpha: 0.5 | alpha: must be a number above 0 and below 0.5, is '0.5'",
        "confirmAlpha: 0.1 | confirmAlpha: 0 | confirmAlpha: must be a number above 0 and below 0.5, is '0'",
        "confirmAlpha: 0.1 | confirmAlpha: 0.5 | confirmAlpha: must be a number above 0 and below 0.5, is '0.5'",
        "clearAlpha: 0.05 | clearAlpha: 0 | clearAlpha: must be a number above 0 and below 0.5, is '0'",
        "clearAlpha: 0.05 | clearAlpha: 0.5 | clearAlpha: must be a number above 0 and below 0.5, is '0.5'",
        "inconclusive: neutral | inconclusive: success | inconclusive: success: must be neutral or failure",
        "change: 0.25 | change: 0 | gross.change: must be a number above 0 and at most 1000000, is '0'",
        "alarm: 0.1} | alarm: 0} | gross.alarm: must be a number above 0 and at most 1, is '0'",
        "alarm: 0.1} | alarm: 0.2} | the sum of alarm, with that of gross: 1.1: must be at most 1",
        "blocks: 12 | blocks: 1001 | blocks: must be a whole number from 0 to 1000, is '1001'",
        "blocks: 12 | blocks: 5 | blocks: 5: must be from 6",
        "confirmBlocks: 6 | confirmBlocks: 3 | confirmBlocks: 3: must be from 4",
        "confirmBlocks: 6 | confirmBlocks: 1001 | confirmBlocks: must be a whole number from 0 to 1000, is '1001'",
        "forkSeconds: 60 | forkSeconds: 0 | forkSeconds: must be a whole number from 1, is '0'",
        "{at: 0.5, alarm: 0, | {at: 0, alarm: 0, | looks[0].at: must be a number above 0 and at most 1, is '0'",
        "{at: 1, | {at: 1.1, | looks[1].at: must be a number above 0 and at most 1, is '1.1'",
        "{at: 0.5, alarm: 0, | {at: 1, alarm: 0, | at: 1.0: must be above the one before",
        "alarm: 0, | alarm: -0.1, | looks[0].alarm: must be a number from 0 to 1, is '-0.1'",
        "alarm: 0.9, | alarm: 1.1, | looks[1].alarm: must be a number from 0 to 1, is '1.1'",
        "alarm: 0.9, | alarm: 0, | the last alarm: 0.0: must be above 0",
        "alarm: 0, | alarm: 0.1, | the sum of alarm, with that of gross: 1.1: must be at most 1",
        "clear: 0.37 | clear: -0.1 | looks[1].clear: must be a number from 0 to 1, is '-0.1'",
        "clear: 0.37 | clear: 0 | the last clear: 0.0: must be above 0",
        "clear: 0.37 | clear: 1.1 | looks[1].clear: must be a number from 0 to 1, is '1.1'",
        "label: wall time | label: ' ' | metrics.score.label: must be a text, is ' '",
        "margin: 0.03 | margin: 0 | metrics.score.margin: must be a number above 0 and below 1, is '0'",
        "margin: 0.03 | margin: 1 | metrics.score.margin: must be a number above 0 and below 1, is '1'",
        "negligible: 10 | negligible: -0.1 | metrics.cpu.negligible: must be a number from 0, is '-0.1'",
        "a.B.burst | 1burst | benchmark: 1burst: must be a method's name",
        "iterations: 3 | iterations: 0 | cells[0].iterations: must be a whole number from 1, is '0'",
        "warmups: 1 | warmups: 1, compilers: second | cells[0].compilers: must be one of first, default, is 'second'",
        "a.B.steady | a.B.burst_ | cells: burst_ incStep=25: must be named once only, also in files'",
        "gated: [score, cpu] | gated: [score, no] | gated: no: must be one of the metrics",
        "gated: [score, cpu] | gated: [score, cpu], margins: {cpu: 0} | cells[0].margins.cpu: must be a number above 0 and below 1, is '0'",
        "gated: [score, cpu] | gated: [score, cpu], margins: {cpu: 1} | cells[0].margins.cpu: must be a number above 0 and below 1, is '1'",
      })
  void invalidValueIsRefused(String from, String to, String complaint) {
    refused(() -> with(from, to)).hasMessageContaining(complaint);
  }

  @Test
  void policyWithoutLooksOrCellsIsRefused() {
    String looks = "  - {at: 0.5, alarm: 0, clear: 0.63}\n  - {at: 1, alarm: 0.9, clear: 0.37}\n";
    refused(() -> with("looks:\n" + looks, "looks: []\n"))
        .hasMessageContaining("looks: none: must be at least one");
    String cells = SyntheticPolicy.YAML.substring(SyntheticPolicy.YAML.indexOf("cells:"));
    refused(() -> with(cells, "cells: []\n"))
        .hasMessageContaining("cells: none: must be at least one");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "blocks: 12 | blocks: 6",
        "blocks: 12 | blocks: 1000",
        "confirmBlocks: 6 | confirmBlocks: 4",
        "confirmBlocks: 6 | confirmBlocks: 1000",
        "forkSeconds: 60 | forkSeconds: 1",
        "inconclusive: neutral | inconclusive: failure",
        "clear: 0.63 | clear: 0",
        "negligible: 10 | negligible: 0",
        "margin: 0.03 | margin: 0.999",
      })
  void valueAtABoundIsAccepted(String from, String to) {
    assertThat(with(from, to).tests(List.of())).isEqualTo(4);
  }

  @Test
  void alphaCanBeSpentInSeveralLooks() {
    String looks =
        """
        {at: 0.5, alarm: 0.4, clear: 0.63}
          - {at: 0.8, alarm: 0.3, clear: 0}
          - {at: 1, alarm: 0.2, clear\
        """;
    Policy policy = with("{at: 0.5, alarm: 0, clear: 0.63}\n  - {at: 1, alarm: 0.9, clear", looks);
    assertThat(policy.looks()).hasSize(3);
    assertThat(policy.looks())
        .extracting(look -> policy.blocksAt(look, 12))
        .containsExactly(6, 10, 12);
    assertThat(policy.looks()).extracting(look -> policy.blocksAt(look, 1)).containsOnly(1);
  }

  @Test
  void shorterPlanHasTheSameFirstLook() {
    Policy policy = SyntheticPolicy.POLICY;
    int first = policy.blocksAt(policy.looks().get(0), policy.blocks());
    assertThat(policy.looks())
        .extracting(look -> policy.blocksAt(look, policy.blocks() - 1))
        .containsExactly(first, policy.blocks() - 1);
  }

  @Test
  void unmeasuredCellsShareNoAlpha() {
    assertThat(SyntheticPolicy.POLICY.tests(List.of())).isEqualTo(4);
    assertThat(SyntheticPolicy.POLICY.tests(List.of("steady incStep=25"))).isEqualTo(2);
    // 0.09 / 4 is above 1/64 and 0.09 / 2 is above 1/32, but 0.0185 for clearing is not.
    assertThat(SyntheticPolicy.POLICY.fewestBlocks(List.of())).isEqualTo(6);
    assertThat(with("alpha: 0.1", "alpha: 0.05").fewestBlocks(List.of())).isEqualTo(7);
    assertThat(with("alpha: 0.1", "alpha: 0.05").fewestBlocks(List.of("steady incStep=25")))
        .isEqualTo(6);
  }

  @ParameterizedTest
  @CsvSource({"0.13, 0.2, 6", "0.4, 0.05, 6"})
  void fewestBlocksSufficeForTheLastShareOfEachError(double alpha, double clear, int fewest) {
    String rates = "alpha: %s\nconfirmAlpha: 0.1\nclearAlpha: %s";
    Policy policy = with(rates.formatted(0.1, 0.05), rates.formatted(alpha, clear));
    assertThat(policy.fewestBlocks(List.of())).isEqualTo(fewest);
  }

  @Test
  void grossPairsKeepTheFalsePositiveRate() {
    assertThat(SyntheticPolicy.POLICY.overrunPairs()).as("0.1 * 0.1 is above 1/128").isEqualTo(7);
    // 0.1 * 0.1 * 0.1 for two timed cells is 0.0005 each. That needs eleven blocks, of which two
    // exist.
    assertThat(SyntheticPolicy.POLICY.grossBlocks()).isEqualTo(9);
    assertThat(with("confirmBlocks: 6", "confirmBlocks: 10").grossBlocks()).isEqualTo(10);
  }

  @Test
  void marginIsTheCellsOrElseTheMetrics() {
    Policy policy = with("gated: [score, cpu]}", "gated: [score, cpu], margins: {score: 0.2}}");
    PolicyCell burst = policy.cells().get(0);
    PolicyCell steady = policy.cells().get(1);
    assertThat(policy.marginLog(burst, "score", 1e9)).isCloseTo(Math.log(1.2), within(1e-12));
    assertThat(policy.marginLog(steady, "score", 1e9)).isCloseTo(Math.log(1.03), within(1e-12));
    assertThat(policy.marginLog(burst, "cpu", 1e9)).isCloseTo(Math.log(1.1), within(1e-12));
  }

  @Test
  void negligibleWidensTheMarginOfASmallBaseline() {
    Policy policy = SyntheticPolicy.POLICY;
    PolicyCell burst = policy.cells().get(0);
    assertThat(policy.marginLog(burst, "cpu", 20)).isCloseTo(Math.log(1.5), within(1e-12));
    assertThat(policy.marginLog(burst, "cpu", 0)).isCloseTo(Math.log(1.1), within(1e-12));
    assertThat(policy.marginLog(burst, "cpu", Double.NaN)).isCloseTo(Math.log(1.1), within(1e-12));
  }

  @Test
  void otherCompilersMakeAnotherCell() {
    Policy policy = with("warmups: 1", "compilers: default, warmups: 1");
    assertThat(policy.cells().get(0).name()).isEqualTo("burst incStep=25 compilers=default");
    assertThat(policy.cells().get(1).name()).isEqualTo("steady incStep=25");
  }

  @Test
  void unknownMetricIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SyntheticPolicy.POLICY.metric("none"))
        .withMessage("none: the policy does not name this metric");
  }

  @Test
  void lookRoundsItsPartOfTheBlocksUp() {
    Policy policy = SyntheticPolicy.POLICY;
    PolicyLook half = policy.looks().get(0);
    assertThat(policy.blocksAt(half, 12)).isEqualTo(6);
    assertThat(policy.blocksAt(half, 13)).isEqualTo(7);
    assertThat(policy.blocksAt(half, 1)).isEqualTo(1);
  }
}
