package dev.sessionbench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sessionbench.model.LatencyProfile;
import dev.sessionbench.model.PoolShape;
import dev.sessionbench.model.Rpc;
import dev.sessionbench.model.ServerTime;
import org.junit.jupiter.api.Test;

class WorkloadTest {
  private static final PoolShape SHAPE = new PoolShape(100, 400, 25, 4);

  @Test
  void burstsAreEightOperationsAndTwoThreadsForEverySession() {
    WorkloadOptions options = Workload.BURST_READ.options(SHAPE, 0, 0, 1);
    assertThat(options.operations()).isEqualTo(3_200);
    assertThat(options.concurrency()).isEqualTo(800);
  }

  @Test
  void steadyIncreaseHoldsEverySessionOnce() {
    WorkloadOptions options = Workload.STEADY_INCREASE.options(SHAPE, 0, 0, 1);
    assertThat(options.operations()).isEqualTo(400);
    assertThat(options.peakDemand()).isEqualTo(400);
  }

  @Test
  void takesDemandBelowTheMaximum() {
    assertThat(Workload.STEADY_INCREASE.options(SHAPE, 130, 0, 1).peakDemand()).isEqualTo(130);
    assertThat(Workload.BURST_READ.options(SHAPE, 1_000, 130, 1).peakDemand()).isEqualTo(130);
  }

  @Test
  void refusesToHoldMoreSessionsThanThePoolCanGive() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Workload.STEADY_INCREASE.options(SHAPE, 401, 0, 1))
        .withMessageStartingWith("operations=401: must be at most maxSessions (400)");
  }

  @Test
  void steadyIncreaseAloneRunsItsStatementFreeOfSimulatedTime() {
    LatencyProfile original = LatencyProfile.original();
    assertThat(Workload.STEADY_INCREASE.serverTimes(original).time(Rpc.EXECUTE_STREAMING_SQL))
        .isEqualTo(ServerTime.NONE);
    assertThat(Workload.STEADY_INCREASE.serverTimes(original).time(Rpc.BATCH_CREATE_SESSIONS))
        .isEqualTo(ServerTime.ofMillis(20, 10));
    assertThat(Workload.BURST_READ.serverTimes(original)).isSameAs(original);
  }
}
