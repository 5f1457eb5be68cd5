package dev.sessionbench.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.Latency.ServerTime;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.bench.load.LoadPlan;
import dev.sessionbench.bench.load.Operation;
import dev.sessionbench.bench.load.Operation.Kind;
import dev.sessionbench.bench.load.OperationTimes;
import dev.sessionbench.bench.load.Workload;
import dev.sessionbench.bench.load.Workload.LoadSize;
import dev.sessionbench.mock.profile.Profiles;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class VirtualDriverTest {
  private static final long HOLD = 7_000_000;

  private static LoadPlan burst(int size) {
    return new LoadPlan(size, size, i -> new Operation(Kind.READ, 0, 0, HOLD, false));
  }

  private static LatencyProfile takes(Rpc rpc, long nanos) {
    return LatencyProfile.none().with(rpc, ServerTime.fixed(Duration.ofNanos(nanos)));
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 1", "10, 1, 10", "10, 3, 4", "12, 3, 4", "13, 3, 5", "5, 8, 1"})
  void aBurstOnAPoolOfFixedSizeIsServedInAsManyRoundsAsItNeeds(
      int operations, int sessions, int rounds) {
    PlayedLoad load = PlayedLoad.on(sessions, burst(operations), LatencyProfile.none());
    assertThat(load.ended).hasSize(operations);
    assertThat(load.time.nanos()).isEqualTo(rounds * HOLD);
    for (int i = 0; i < operations; i++) {
      assertThat(load.ended.get(i))
          .isEqualTo(new OperationTimes(0, i / sessions * HOLD, (i / sessions + 1) * HOLD));
    }
  }

  @Test
  void callersThinkArriveAndWaitForRpcsBeforeTheyHold() {
    LoadPlan plan = new LoadPlan(2, 1, i -> new Operation(Kind.READ, 100L * i, 10, 5, false));
    assertThat(PlayedLoad.on(1, plan, takes(Rpc.EXECUTE_STREAMING_SQL, 3)).ended)
        .containsExactly(new OperationTimes(10, 10, 18), new OperationTimes(110, 110, 118));
  }

  @Test
  void aWriteHoldsItsSessionForItsStatementAndItsCommit() {
    LoadPlan plan = new LoadPlan(1, 1, i -> new Operation(Kind.WRITE, 0, 0, 0, false));
    LatencyProfile times =
        takes(Rpc.EXECUTE_SQL, 30).with(Rpc.COMMIT, ServerTime.fixed(Duration.ofNanos(4)));
    assertThat(PlayedLoad.on(1, plan, times).ended).containsExactly(new OperationTimes(0, 0, 34));
  }

  @Test
  void aCallerLateForAnArrivalHasWaitedSinceThen() {
    LoadPlan plan = new LoadPlan(2, 1, i -> new Operation(Kind.READ, 1 + i, 0, 50, false));
    assertThat(PlayedLoad.on(1, plan, LatencyProfile.none()).ended)
        .containsExactly(new OperationTimes(1, 1, 51), new OperationTimes(2, 51, 101));
  }

  @ParameterizedTest
  @EnumSource(Workload.class)
  void theFourLoadsEndAndTakeTheirStretchedTime(Workload workload) {
    LoadSize size = workload.size(400, 0, 0, 1);
    long once = play(workload, size);
    assertThat(play(workload, size.withTimeScale(4))).isEqualTo(4 * once);
  }

  private static long play(Workload workload, LoadSize size) {
    PlayedLoad load =
        PlayedLoad.on(
            400,
            workload.plan(size),
            Profiles.load(Profiles.ORIGINAL).options().latencies().scaled(size.timeScale()));
    assertThat(load.ended).hasSize(size.operations());
    long kept = load.ended.stream().filter(o -> o.releasedNanos() == OperationTimes.NEVER).count();
    assertThat(kept).isEqualTo(workload == Workload.STEADY_INCREASE ? 400 : 0);
    return load.time.nanos();
  }

  @Test
  void aReadThatKeepsItsSessionLeavesNoneForTheNext() {
    LoadPlan plan = new LoadPlan(3, 1, i -> new Operation(Kind.READ, 0, 0, 0, true));
    assertThat(PlayedLoad.on(2, plan, takes(Rpc.EXECUTE_STREAMING_SQL, 1)).ended).hasSize(2);
  }
}
