package dev.sessionbench.gate.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.gate.policy.SyntheticPolicy;
import dev.sessionbench.gate.run.GateRun.PairTimes;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PairTimesTest {
  private final PairTimes times = new PairTimes(0.25, 7);

  private void add(String cell, long headMillis, int count) {
    for (int i = 0; i < count; i++) {
      times.add(cell, 4_000, headMillis);
    }
  }

  private boolean slower() {
    return times.slowerCandidate().isPresent();
  }

  @Test
  void sevenLongerPairsShowASlowCandidateAndFewerSuspectIt() {
    assertThat(times.suspectCandidate()).isFalse();
    add("burst", 5_000, 1);
    assertThat(times.suspectCandidate()).as("at the limit").isFalse();
    add("steady", 100_000, 6);
    assertThat(times.suspectCandidate()).isTrue();
    assertThat(slower()).isFalse();
    add("steady", 5_001, 1);
    assertThat(times.slowerCandidate())
        .hasValue(
            "the candidate's forks took 610.0 s, the baseline's 32.0 s, and in 7 of 8 pairs more than 25 %"
                + " longer, in none as much shorter");
  }

  @Test
  void oneCellSufficesIfMoreThanHalfOfItsPairsAreLonger() {
    add("burst", 4_000, 24);
    add("steady", 60_000, 7);
    assertThat(slower()).isTrue();
    add("steady", 4_000, 7);
    assertThat(slower()).as("half").isFalse();
  }

  @Test
  void oneShorterPairClearsTheCandidate() {
    add("burst", 60_000, 12);
    assertThat(slower()).isTrue();
    add("steady", 3_200, 1);
    assertThat(slower()).as("at the limit").isTrue();
    add("steady", 3_199, 1);
    assertThat(times.suspectCandidate()).isFalse();
    assertThat(slower()).isFalse();
  }

  @Test
  void equalSidesDifferInAtMostOneOfAHundredGates() {
    Random random = new Random(1);
    int told = 0;
    int gates = 10_000;
    for (int gate = 0; gate < gates; gate++) {
      PairTimes unsteady = new PairTimes(0.15, SyntheticPolicy.POLICY.overrunPairs());
      boolean shown = false;
      for (int pair = 0; pair < 36 && !shown; pair++) {
        unsteady.add("cell " + pair % 3, wild(random), wild(random));
        // Looking after each pair must not raise the false positive rate.
        shown = unsteady.slowerCandidate().isPresent();
      }
      told += shown ? 1 : 0;
    }
    assertThat((double) told / gates).isLessThanOrEqualTo(0.01);
  }

  private static long wild(Random random) {
    return Math.round(4_000 * Math.exp(0.5 * random.nextGaussian()));
  }
}
