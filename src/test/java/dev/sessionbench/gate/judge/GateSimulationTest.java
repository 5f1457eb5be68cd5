package dev.sessionbench.gate.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.SimulatedShares;
import dev.sessionbench.base.results.SimulatedShares.Share;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.judge.SyntheticGate.Noise;
import dev.sessionbench.gate.judge.TimedTest.MinimumDetectableEffect;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.PolicyFile;
import dev.sessionbench.gate.policy.SyntheticPolicy;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
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

  /**
   * What the gate promises: in which share of some gates something is the finding.
   *
   * @param what what is looked for, and in which gates
   * @param above the share is above this; negative for any
   * @param most the share is at most this
   * @param wanted the finding
   * @param whole whether of the whole gate, or else of the time of one cell
   * @param truth what is true of these gates
   */
  private record Promise(
      String what, double above, double most, Outcome wanted, boolean whole, Truth truth) {
    private static Promise rare(double most, String what, Truth truth) {
      return new Promise(what, -1, most, Outcome.REGRESSED, true, truth);
    }

    private static Promise found(double above, String what, double noise) {
      return new Promise(
          "twice the margin found, noise " + what,
          above,
          1,
          Outcome.REGRESSED,
          true,
          gate -> {
            gate.noise = noise;
            gate.change(BURST, "score", 2 * MARGIN);
          });
    }

    private static Promise same(double most, String what, double change) {
      return new Promise(
          what,
          -1,
          most,
          Outcome.SAME,
          false,
          gate -> {
            gate.noise = 0.01;
            gate.change(BURST, "score", change);
          });
    }

    private boolean isSeen(Judgement judgement) {
      return whole
          ? judgement.outcome() == wanted
          : judgement.of(wanted).stream()
              .anyMatch(f -> f.cell().equals(BURST) && f.metric().equals("score"));
    }

    private Share share(int gates, Noise kind) {
      return new Share(what, kind.words(), gates, seen(gates, kind), above, most);
    }

    private int seen(int gates, Noise kind) {
      int seen = 0;
      for (int i = 0; i < gates; i++) {
        SyntheticGate gate = new SyntheticGate(POLICY, 1_000 + i);
        gate.kind = kind;
        truth.set(gate);
        seen += isSeen(Judge.judge(POLICY, gate.data())) ? 1 : 0;
      }
      return seen;
    }
  }

  /** However wild the noise is, and whatever changed up to the margin. */
  private static List<Promise> promises(double chance) {
    return List.of(
        Promise.rare(
            0.01, "alarm, nothing changed, noise two thirds of the margin", g -> g.noise = 0.01),
        Promise.rare(
            0.01 + chance,
            "alarm, nothing changed, noise ten times the margin",
            g -> g.noise = 0.15),
        Promise.rare(
            0.01 + chance,
            "alarm, all fourteen changed by exactly the margin",
            g -> {
              g.noise = 0.01;
              everywhere(g, MARGIN);
            }),
        // A change of the margin is not the same, neither for the worse nor for the better.
        Promise.same(0.05 + chance, "one metric worse by exactly the margin called same", MARGIN),
        Promise.same(
            0.05 + chance,
            "one metric better by exactly the margin called same",
            Math.expm1(-Math.log1p(MARGIN))),
        Promise.found(0.95, "a third of the margin", 0.005),
        Promise.found(0.78, "two thirds of the margin", 0.01),
        Promise.found(0.4, "as large as the margin", 0.015),
        new Promise(
            "all fourteen called same, nothing changed, noise a third of the margin",
            0.95,
            1,
            Outcome.SAME,
            true,
            g -> g.noise = 0.005));
  }

  @ParameterizedTest
  @EnumSource
  void aFewGatesKeepThePromises(Noise kind) {
    // Of 150 gates 12 may be wrong where one in twenty is.
    assertThat(promises(0.03).stream().map(promise -> promise.share(150, kind)))
        .allMatch(Share::holds);
  }

  /**
   * After a change of the judge the data is made anew, to be looked at, by
   *
   * <pre>mvn test -Pslow -Dtest=GateSimulationTest -Dgolden.write=true</pre>
   */
  @Tag("slow")
  @Test
  void tenThousandGatesKeepThePromises() {
    SimulatedShares.assertHolds(
        Path.of("results/gate/simulated/judge.json"),
        promises(0).stream()
            .flatMap(
                promise -> Stream.of(Noise.values()).map(noise -> promise.share(10_000, noise)))
            .toList());
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
      Promise promise =
          Promise.rare(
              1,
              "found",
              g -> {
                g.noise = noise;
                g.change(BURST, "score", detectable);
              });
      double found = promise.seen(400, Noise.NORMAL) / 400.0;
      assertThat(found).as("noise %s: %s", noise, detectable).isBetween(0.76, 0.92);
    }
  }
}
