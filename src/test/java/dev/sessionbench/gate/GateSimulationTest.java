package dev.sessionbench.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Holds the gate to its promises against a known truth. */
class GateSimulationTest {
  private static final String BURST = "burst incStep=25";

  private interface Truth {
    void set(SyntheticGate gate);
  }

  private static double share(int gates, Outcome wanted, Truth truth) {
    int found = 0;
    for (int i = 0; i < gates; i++) {
      SyntheticGate gate = new SyntheticGate(1_000 + i);
      truth.set(gate);
      found += Judge.judge(SyntheticGate.POLICY, gate.data()).outcome() == wanted ? 1 : 0;
    }
    double share = (double) found / gates;
    System.out.printf(Locale.ROOT, "%s in %d of %d simulated gates%n", wanted, found, gates);
    return share;
  }

  private static void everythingHolds(int gates) {
    assertThat(share(gates, Outcome.REGRESSED, g -> {})).isLessThanOrEqualTo(0.01);
    assertThat(share(gates, Outcome.REGRESSED, g -> g.noise = 0.2)).isLessThanOrEqualTo(0.01);
    assertThat(share(gates, Outcome.SAME, g -> {})).isGreaterThan(0.95);
    // At the floor itself an alarm would be false.
    assertThat(share(gates, Outcome.REGRESSED, g -> g.change(BURST, "score", 0.03)))
        .isLessThanOrEqualTo(0.04);
    assertThat(share(gates, Outcome.REGRESSED, g -> g.change(BURST, "score", 0.05)))
        .isGreaterThan(0.8);
    assertThat(share(gates, Outcome.REGRESSED, g -> g.change(BURST, "score", 0.10)))
        .isGreaterThan(0.95);
    // A change at the edge of the band must not pass for none: 2.5 % in all looks together.
    assertThat(share(gates, Outcome.SAME, g -> g.change(BURST, "score", 0.05)))
        .isLessThanOrEqualTo(0.035);
  }

  @Test
  void aFewHundredGatesKeepThePromises() {
    everythingHolds(300);
  }

  @Tag("slow")
  @Test
  void twentyThousandGatesKeepThePromises() {
    everythingHolds(20_000);
  }

  /** The first key alone: how often a gate without any difference finds one significant. */
  @Tag("slow")
  @Test
  void significanceAloneIsWithinAlpha() {
    int significant = 0;
    int gates = 20_000;
    for (int i = 0; i < gates; i++) {
      // So noisy that no look clears anything: each gate judges all of its blocks.
      SyntheticGate gate = new SyntheticGate(i);
      gate.noise = 0.2;
      Judgement judgement = Judge.judge(SyntheticGate.POLICY, gate.data());
      significant +=
          judgement.findings().stream()
                  .anyMatch(f -> f.figures().pValue() <= SyntheticGate.POLICY.alpha())
              ? 1
              : 0;
    }
    System.out.printf(Locale.ROOT, "significant in %d of %d gates%n", significant, gates);
    assertThat((double) significant / gates).isBetween(0.02, 0.055);
  }

  @Test
  void theSmallestDetectableDifferenceIsFoundInAboutFourOfFiveGates() {
    for (double noise : new double[] {0.01, 0.03, 0.08}) {
      SyntheticGate first = new SyntheticGate(7);
      first.noise = noise;
      first.blocks = 200;
      double[] sample = first.series(BURST, "score").logRatios();
      // A gate of 12 blocks with this very noise.
      double detectable = detectable(sample, 12);
      int found = 0;
      int gates = 400;
      for (int i = 0; i < gates; i++) {
        SyntheticGate gate = new SyntheticGate(5_000 + i).change(BURST, "score", detectable);
        gate.noise = noise;
        found += Judge.judge(SyntheticGate.POLICY, gate.data()).suspects().contains(BURST) ? 1 : 0;
      }
      assertThat((double) found / gates).as("noise %s", noise).isBetween(0.68, 0.93);
    }
  }

  /** The formula at n blocks, with the deviation of a large sample scaled into them. */
  private static double detectable(double[] sample, int n) {
    double mean = java.util.Arrays.stream(sample).average().orElseThrow();
    double variance =
        java.util.Arrays.stream(sample).map(v -> (v - mean) * (v - mean)).sum()
            / (sample.length - 1);
    double half = Math.sqrt(variance * (n - 1) / n);
    double[] values = new double[n];
    for (int i = 0; i < n; i++) {
      values[i] = i % 2 == 0 ? half : -half;
    }
    Policy policy = SyntheticGate.POLICY;
    return MinimumDetectableEffect.of(
            values,
            policy.tests(),
            policy.alpha(),
            (1 - policy.confidence()) / 2,
            Math.log1p(policy.floor()))
        .orElseThrow();
  }
}
