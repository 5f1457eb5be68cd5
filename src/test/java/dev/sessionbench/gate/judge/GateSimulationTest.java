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

/** Checks the gate's error rates in simulations with fourteen metrics and a known truth. */
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
   * A promised error rate: the share of gates that have a finding.
   *
   * @param what names the finding and the gates
   * @param above the share is above this; negative for no lower limit
   * @param most the share is at most this
   * @param wanted the finding
   * @param whole whether the finding is the whole gate's, or that on one cell's wall time
   * @param truth makes the gates with their true change
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

  /** The promises for every kind of noise and for changes up to the margin. */
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
        // A change as large as the margin is not {@code same}, in either direction.
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
  void fewGatesKeepThePromises(Noise kind) {
    // With an error rate of 5 %, 12 of 150 gates may be wrong.
    assertThat(promises(0.03).stream().map(promise -> promise.share(150, kind)))
        .allMatch(Share::holds);
  }

  /**
   * Checks the committed data of the simulation. After a change of the judge, make the data again
   * and review it:
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

  /** Checks how often a metric is flagged, before confirmation, if all changed by the margin. */
  @Tag("slow")
  @Test
  void flagsStayWithinAlpha() {
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
  void minimumDetectableEffectIsConfirmedInFourOfFiveGates() {
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
