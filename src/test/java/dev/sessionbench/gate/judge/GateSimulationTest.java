package dev.sessionbench.gate.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.SimulatedShares;
import dev.sessionbench.base.results.SimulatedShares.Share;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.judge.SyntheticGate.Noise;
import dev.sessionbench.gate.judge.TimedTest.MinimumDetectableEffect;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.PolicyFile;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks the gate's error rates in simulations of the project's policy with a known truth. Noise
 * and changes are multiples of each metric's own margin.
 */
class GateSimulationTest {
  private static final double TWO_THIRDS = 2 / 3.0;
  private static final Policy POLICY = PolicyFile.bundled().policy();
  private static final String BURST = POLICY.timedCells().get(0).name();

  private interface Truth {
    void set(SyntheticGate gate);
  }

  /** Changes every gated metric, apart from counts that must not change at all. */
  private static void everywhere(SyntheticGate gate, double margins) {
    POLICY
        .timedCells()
        .forEach(
            cell ->
                cell.gated().stream()
                    .filter(metric -> !POLICY.exact().contains(metric))
                    .forEach(metric -> gate.change(cell.name(), metric, margins)));
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
            gate.change(BURST, "score", 2);
          });
    }

    private static Promise same(double most, String what, double margins) {
      return new Promise(
          what,
          -1,
          most,
          Outcome.SAME,
          false,
          gate -> {
            gate.noise = TWO_THIRDS;
            gate.change(BURST, "score", margins);
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
        gate.inMargins = true;
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
            0.01,
            "alarm, nothing changed, noise two thirds of the margin",
            g -> g.noise = TWO_THIRDS),
        Promise.rare(
            0.01 + chance, "alarm, nothing changed, noise ten times the margin", g -> g.noise = 10),
        Promise.rare(
            0.01 + chance,
            "alarm, all metrics changed by exactly the margin",
            g -> {
              g.noise = TWO_THIRDS;
              everywhere(g, 1);
            }),
        // A change as large as the margin is not {@code same}, in either direction.
        Promise.same(0.05 + chance, "one metric worse by exactly the margin called same", 1),
        Promise.same(0.05 + chance, "one metric better by exactly the margin called same", -1),
        Promise.found(0.95, "a third of the margin", 1 / 3.0),
        Promise.found(0.78, "two thirds of the margin", TWO_THIRDS),
        Promise.found(0.3, "as large as the margin", 1),
        new Promise(
            "all metrics called same, nothing changed, noise a third of the margin",
            0.95,
            1,
            Outcome.SAME,
            true,
            g -> g.noise = 1 / 3.0));
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
  void twoThousandGatesKeepThePromises() {
    SimulatedShares.assertHolds(
        Path.of("results/gate/simulated/judge.json"),
        promises(0).stream()
            .flatMap(promise -> Stream.of(Noise.values()).map(noise -> promise.share(2_000, noise)))
            .toList());
  }

  /** Checks how often a metric is flagged, before confirmation, if all changed by the margin. */
  @Tag("slow")
  @Test
  void flagsStayWithinAlpha() {
    int flagged = 0;
    int gates = 2_000;
    for (int i = 0; i < gates; i++) {
      SyntheticGate gate = new SyntheticGate(POLICY, i);
      gate.inMargins = true;
      gate.noise = 1;
      everywhere(gate, 1);
      flagged += Judge.judge(POLICY, gate.data()).suspects().isEmpty() ? 0 : 1;
    }
    assertThat((double) flagged / gates).isBetween(0.03, 0.1);
  }

  @Test
  void minimumDetectableEffectIsConfirmedInFourOfFiveGates() {
    double margin = POLICY.marginLog(POLICY.timedCells().get(0), "score", 700);
    for (double noise : new double[] {1 / 3.0, TWO_THIRDS, 2}) {
      SyntheticGate many = new SyntheticGate(POLICY, 7);
      many.inMargins = true;
      many.noise = noise;
      many.blocks = 400;
      double[] sample = many.series(BURST, "score").logRatios(0);
      double detectable =
          new MinimumDetectableEffect(
                  POLICY.blocks(),
                  POLICY.alpha() * 0.9 / POLICY.tests(List.of()),
                  POLICY.confirmBlocks(),
                  POLICY.confirmAlpha())
              .of(sample, margin)
              .orElseThrow();
      Promise promise =
          Promise.rare(
              1,
              "found",
              g -> {
                g.noise = noise;
                g.change(BURST, "score", Math.log1p(detectable) / margin);
              });
      double found = promise.seen(400, Noise.NORMAL) / 400.0;
      assertThat(found).as("noise %s: %s", noise, detectable).isBetween(0.7, 0.92);
    }
  }
}
