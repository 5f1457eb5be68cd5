package dev.sessionbench.bench.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.bench.trial.Handicap.Waste;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CpuBurnerTest {
  private static final long SPIN = 200;
  private static final long BEFORE = 5_000;

  /** A process whose load uses a fixed time each round, independent of the burner. */
  private static final class Simulated {
    private static final long OF_THE_LOAD = 70;

    private final int rounds;
    private int round;
    private long others;
    private long burnt;

    Simulated(int rounds) {
      this.rounds = rounds;
    }

    long processNanos() {
      return BEFORE + others + burnt;
    }

    long threadNanos() {
      // The thread's CPU time from before it began to burn does not count.
      return 1_000_000 + burnt;
    }

    void pass(boolean busy) {
      burnt += busy ? SPIN : 0;
      if (!ended()) {
        round++;
        others += OF_THE_LOAD;
      }
    }

    Waste.CpuBurner burner(double share) {
      return new Waste.CpuBurner(this::processNanos, this::threadNanos, this::pass, share);
    }

    boolean ended() {
      return round >= rounds;
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.5, 1, 3})
  void burnsItsShareAndAtMostOneSpinMore(double share) {
    Simulated process = new Simulated(10_000);
    process.burner(share).burn(BEFORE, process::ended);
    double owed = process.others * share;
    assertThat((double) process.burnt).isBetween(owed, owed + SPIN);
    assertThat(process.others).isEqualTo(10_000 * Simulated.OF_THE_LOAD);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 1})
  void burnsNothingForAnIdleLoad(double share) {
    Simulated idle = new Simulated(0);
    idle.burner(share).burn(BEFORE, idle::ended);
    assertThat(idle.burnt).isZero();
  }
}
