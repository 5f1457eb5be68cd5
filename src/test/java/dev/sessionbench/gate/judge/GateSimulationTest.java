package dev.sessionbench.gate.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.gate.judge.SyntheticGate.Noise;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.PolicyFile;
import dev.sessionbench.gate.policy.SyntheticPolicy;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Holds the gate to its promises against a known truth, in fourteen metrics. */
class GateSimulationTest {
  private static final double MARGIN = 0.015;
  private static final String BURST = "burst1 incStep=25";
  private static final Policy POLICY = fourteen();

  private interface Truth {
    void set(SyntheticGate gate);
  }

  private static Policy fourteen() {
    StringBuilder yaml =
        new StringBuilder(
            SyntheticPolicy.YAML
                .substring(0, SyntheticPolicy.YAML.indexOf("cells:"))
                .replace("margin: 0.03", "margin: " + MARGIN)
                .replace("negligible: 10, margin: 0.10", "margin: " + MARGIN));
    yaml.append("cells:\n");
    for (int cell = 1; cell <= 7; cell++) {
      yaml.append("  - {benchmark: burst").append(cell);
      yaml.append(", params: {incStep: 25}, warmups: 1, iterations: 1, gated: [score, cpu]}\n");
    }
    return PolicyFile.parse("test", yaml.toString()).policy();
  }

  private static void everywhere(SyntheticGate gate, double change) {
    POLICY.cells().forEach(c -> c.gated().forEach(metric -> gate.change(c.name(), metric, change)));
  }

  /** Of how many gates the verdict, or the finding of one metric, is this. */
  private static double share(int gates, Noise kind, Outcome wanted, boolean whole, Truth truth) {
    int found = 0;
    for (int i = 0; i < gates; i++) {
      SyntheticGate gate = new SyntheticGate(POLICY, 1_000 + i);
      gate.kind = kind;
      truth.set(gate);
      Judgement judgement = Judge.judge(POLICY, gate.data());
      found +=
          whole
              ? judgement.outcome() == wanted ? 1 : 0
              : (int)
                  judgement.of(wanted).stream()
                      .filter(f -> f.cell().equals(BURST) && f.metric().equals("score"))
                      .count();
    }
    double share = (double) found / gates;
    System.out.printf(
        Locale.ROOT, "%s noise: %s in %.2f %% of %d%n", kind, wanted, 100 * share, gates);
    return share;
  }

  private static double alarms(int gates, Noise kind, Truth truth) {
    return share(gates, kind, Outcome.REGRESSED, true, truth);
  }

  private static void everythingHolds(int gates, Noise kind, double chance) {
    // However wild the noise is, and whatever changed up to the margin.
    assertThat(alarms(gates, kind, g -> g.noise = 0.01)).isLessThanOrEqualTo(0.01);
    assertThat(alarms(gates, kind, g -> g.noise = 0.15)).isLessThanOrEqualTo(0.01 + chance);
    assertThat(
            alarms(
                gates,
                kind,
                g -> {
                  g.noise = 0.01;
                  everywhere(g, MARGIN);
                }))
        .isLessThanOrEqualTo(0.01 + chance);
    // A change of the margin is not the same, neither for the worse nor for the better.
    for (double change : new double[] {MARGIN, Math.expm1(-Math.log1p(MARGIN))}) {
      assertThat(
              share(
                  gates,
                  kind,
                  Outcome.SAME,
                  false,
                  g -> {
                    g.noise = 0.01;
                    g.change(BURST, "score", change);
                  }))
          .isLessThanOrEqualTo(0.05 + chance);
    }
    assertThat(power(gates, kind, 0.005)).isGreaterThan(0.95);
    assertThat(power(gates, kind, 0.01)).isGreaterThan(0.78);
    assertThat(power(gates, kind, 0.015)).isGreaterThan(0.4);
    assertThat(share(gates, kind, Outcome.SAME, true, g -> g.noise = 0.005)).isGreaterThan(0.95);
  }

  private static double power(int gates, Noise kind, double noise) {
    return alarms(
        gates,
        kind,
        g -> {
          g.noise = noise;
          g.change(BURST, "score", 2 * MARGIN);
        });
  }

  @ParameterizedTest
  @EnumSource
  void aFewGatesKeepThePromises(Noise kind) {
    everythingHolds(100, kind, 0.02);
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource
  void tenThousandGatesKeepThePromises(Noise kind) {
    everythingHolds(10_000, kind, 0);
  }

  /** Before the confirmation: how often any metric is flagged where all changed by the margin. */
  @Tag("slow")
  @Test
  void whatIsFlaggedIsWithinAlpha() {
    int flagged = 0;
    int gates = 10_000;
    for (int i = 0; i < gates; i++) {
      SyntheticGate gate = new SyntheticGate(POLICY, i);
      everywhere(gate, MARGIN);
      flagged += Judge.judge(POLICY, gate.data()).suspects().isEmpty() ? 0 : 1;
    }
    System.out.printf(Locale.ROOT, "flagged in %d of %d gates%n", flagged, gates);
    assertThat((double) flagged / gates).isBetween(0.03, 0.1);
  }

  @Test
  void theMinimumDetectableEffectIsFoundAndConfirmedInAboutFourOfFiveGates() {
    for (double noise : new double[] {0.005, 0.01, 0.03}) {
      SyntheticGate many = new SyntheticGate(POLICY, 7);
      many.noise = noise;
      many.blocks = 400;
      double[] sample = many.series(BURST, "score").logRatios(0);
      double detectable =
          new MinimumDetectableEffect(
                  POLICY.blocks(),
                  POLICY.alpha() * 0.9 / POLICY.tests(),
                  POLICY.confirmBlocks(),
                  POLICY.confirmAlpha())
              .of(sample, Math.log1p(MARGIN))
              .orElseThrow();
      double found =
          alarms(
              200,
              Noise.NORMAL,
              g -> {
                g.noise = noise;
                g.change(BURST, "score", detectable);
              });
      assertThat(found).as("noise %s: %s", noise, detectable).isBetween(0.76, 0.92);
    }
  }
}
