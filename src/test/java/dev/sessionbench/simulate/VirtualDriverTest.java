package dev.sessionbench.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sessionbench.load.LoadPlan;
import dev.sessionbench.load.LoadSize;
import dev.sessionbench.load.Operation;
import dev.sessionbench.load.Operation.Kind;
import dev.sessionbench.load.OperationTimes;
import dev.sessionbench.load.Workload;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class VirtualDriverTest {
  private static final long HOLD = 7_000_000;

  private final VirtualTime time = new VirtualTime();

  private static LoadPlan burst(int size) {
    return new LoadPlan(size, size, i -> new Operation(Kind.READ, 0, 0, HOLD, false));
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 1", "10, 1, 10", "10, 3, 4", "12, 3, 4", "13, 3, 5", "5, 8, 1"})
  void aBurstOnAPoolOfFixedSizeIsServedInAsManyRoundsAsItNeeds(
      int operations, int sessions, int rounds) {
    List<OperationTimes> times =
        new VirtualDriver(time, burst(operations), new FixedPool(sessions), o -> 0).play();
    assertThat(times).hasSize(operations);
    assertThat(time.nanos()).isEqualTo(rounds * HOLD);
    for (int i = 0; i < operations; i++) {
      assertThat(times.get(i))
          .isEqualTo(new OperationTimes(0, i / sessions * HOLD, (i / sessions + 1) * HOLD));
    }
  }

  @Test
  void callersThinkArriveAndWaitForRpcsBeforeTheyHold() {
    LoadPlan plan = new LoadPlan(2, 1, i -> new Operation(Kind.READ, 100L * i, 10, 5, false));
    assertThat(new VirtualDriver(time, plan, new FixedPool(1), o -> 3).play())
        .containsExactly(new OperationTimes(10, 10, 18), new OperationTimes(110, 110, 118));
  }

  @ParameterizedTest
  @EnumSource(Workload.class)
  void theFourLoadsRunToTheirEndAndAsLongAsTheyAreStretched(Workload workload) {
    LoadSize size = workload.size(400, 0, 0, 1);
    long once = play(workload, size);
    assertThat(play(workload, size.withTimeScale(4))).isEqualTo(4 * once);
  }

  private static long play(Workload workload, LoadSize size) {
    VirtualTime clock = new VirtualTime();
    List<OperationTimes> times =
        new VirtualDriver(
                clock, workload.plan(size), new FixedPool(400), o -> 20_000_000L * size.timeScale())
            .play();
    assertThat(times).hasSize(size.operations());
    long kept = times.stream().filter(o -> o.releasedNanos() == OperationTimes.NEVER).count();
    assertThat(kept).isEqualTo(workload == Workload.STEADY_INCREASE ? 400 : 0);
    return clock.nanos();
  }

  @Test
  void aReadThatKeepsItsSessionLeavesNoneForTheNext() {
    LoadPlan plan = new LoadPlan(3, 1, i -> new Operation(Kind.READ, 0, 0, 0, true));
    assertThat(new VirtualDriver(time, plan, new FixedPool(2), o -> 1).play()).hasSize(2);
  }

  @Test
  void aPoolHasASessionAtLeast() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FixedPool(0))
        .withMessage("sessions=0: must be at least 1");
  }
}
