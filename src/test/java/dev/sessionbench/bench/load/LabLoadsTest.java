package dev.sessionbench.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LabLoadsTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  @Test
  void burstStartsAtOnceWithEightOperationsPerCaller() {
    LoadPlan burst = Loops.burst(10, 1);
    assertThat(burst.size()).isEqualTo(80);
    assertThat(burst.peakDemand()).isEqualTo(10);
    assertThat(IntStream.range(0, 80).mapToObj(burst::operation))
        .allMatch(o -> o.arrivalNanos() == 0 && o.thinkNanos() < 10_000_000L);
  }

  @Test
  void rampCallersComeAtEqualIntervals() {
    LoadPlan ramp = Loops.ramp(4, 8_000, 1);
    assertThat(IntStream.range(0, 6).mapToLong(i -> ramp.operation(i).arrivalNanos()))
        .containsExactly(0L, 2_000L, 4_000L, 6_000L, 0L, 0L);
  }

  @Test
  void everyCallerArrivesAtEachRepeatedBurst() {
    LoadPlan bursts = Loops.repeatedBursts(2, 3, SECOND, 1);
    assertThat(bursts.size()).isEqualTo(48);
    for (int i = 0; i < bursts.size(); i++) {
      long due = i % 16 < 2 ? SECOND * (i / 16) : 0;
      assertThat(bursts.operation(i).arrivalNanos()).isEqualTo(due);
    }
  }

  @Test
  void agentsThinkAndHoldForTheirMeanTimes() {
    LoadPlan agents = Loops.agents(100, 100, 40_000, 5_000, 3);
    double think =
        IntStream.range(0, 10_000)
            .mapToLong(i -> agents.operation(i).thinkNanos())
            .average()
            .orElseThrow();
    double hold =
        IntStream.range(0, 10_000)
            .mapToLong(i -> agents.operation(i).holdNanos())
            .average()
            .orElseThrow();
    // Five standard errors of an exponential mean.
    assertThat(think).isCloseTo(40_000, within(2_000.0));
    assertThat(hold).isCloseTo(5_000, within(250.0));
  }

  @Test
  void thinkTimeIsNoDemand() {
    LoadPlan agents =
        Loops.agents(
            300, 20, TimeUnit.MILLISECONDS.toNanos(100), TimeUnit.MILLISECONDS.toNanos(50), 1);
    // On average two fifths of the time, and more at some moments by chance.
    assertThat(agents.wantedAtOnce(TimeUnit.MILLISECONDS.toNanos(15))).isBetween(118, 170);
    assertThat(Loops.burst(10, 1).wantedAtOnce(1)).isEqualTo(10);
    LoadPlan keeping = new LoadPlan(5, 1, i -> new Operation(Operation.Kind.READ, 0, 0, 0, true));
    assertThat(keeping.wantedAtOnce(1_000)).isEqualTo(5);
  }

  @Test
  void simultaneousArrivalsCountTogether() {
    LoadPlan moment =
        LoadPlan.open(100, i -> new Operation(Operation.Kind.READ, 5, 0, 0, /* keeps= */ false));
    assertThat(moment.wantedAtOnce(0)).isEqualTo(100);
  }

  @Test
  void poissonArrivalsAscendAtTheirRate() {
    LoadPlan load = Loops.poisson(2_000, 10 * SECOND, Loops.Hold.FIXED, 77, 5);
    // Five standard deviations of a Poisson count of 20,000.
    assertThat((double) load.size()).isCloseTo(20_000, within(700.0));
    for (int i = 1; i < load.size(); i++) {
      assertThat(load.operation(i).arrivalNanos())
          .isGreaterThanOrEqualTo(load.operation(i - 1).arrivalNanos());
    }
    assertThat(load.operation(load.size() - 1).arrivalNanos()).isLessThan(10 * SECOND);
    assertThat(load.operation(9).holdNanos()).isEqualTo(77);
    assertThat(load.callers()).isEqualTo(load.size());
  }

  @Test
  void refusesMoreOperationsThanMemoryHolds() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Loops.poisson(1e6, 3_600 * SECOND, Loops.Hold.FIXED, 1, 1))
        .withMessage("3600000000 operations in all: must be at most 5000000");
  }
}
