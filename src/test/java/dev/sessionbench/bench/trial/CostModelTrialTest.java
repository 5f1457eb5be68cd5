package dev.sessionbench.bench.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.CostModel;
import dev.sessionbench.base.model.Latency.FixedTime;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.bench.load.Workload;
import dev.sessionbench.mock.rpc.RpcRecord;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What creating sessions costs the server under the client of this build. */
class CostModelTrialTest {
  private static final PoolShape SHAPE = new PoolShape(2, 16, 5, 1);
  private static final long DRAWN = 3_000_000;
  private static final LatencyProfile TIMES =
      LatencyProfile.none()
          .with(Rpc.BATCH_CREATE_SESSIONS, new FixedTime(DRAWN))
          .with(Rpc.EXECUTE_STREAMING_SQL, new FixedTime(DRAWN));

  private static List<RpcRecord> creations(
      Workload workload, PoolShape shape, CostModel costModel, int timeScale) throws Exception {
    TrialOptions options =
        Scenarios.options(workload, shape, "costModel=" + costModel, "timeScale=" + timeScale);
    return Scenarios.run(options.scenario(TIMES, 100)).server().orElseThrow().journal().stream()
        .filter(rpc -> rpc.rpc() == Rpc.BATCH_CREATE_SESSIONS)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void linearAddsATimePerSessionAndIsStretched(int timeScale) throws Exception {
    List<RpcRecord> creations =
        creations(Workload.STEADY_INCREASE, SHAPE, CostModel.LINEAR, timeScale);
    assertThat(creations).extracting(RpcRecord::sessions).containsExactlyInAnyOrder(2, 5, 5, 4);
    assertThat(creations)
        .allSatisfy(
            rpc ->
                assertThat(rpc.latencyNanos())
                    .isEqualTo(timeScale * (DRAWN + rpc.sessions() * CostModel.NANOS_PER_SESSION)));
  }

  @Test
  void flatDoesNotDependOnTheNumberOfSessions() throws Exception {
    assertThat(creations(Workload.STEADY_INCREASE, SHAPE, CostModel.FLAT, 1))
        .hasSize(4)
        .allMatch(rpc -> rpc.latencyNanos() == DRAWN);
  }

  @Test
  void contendedAddsNothingToSequentialCreations() throws Exception {
    assertThat(creations(Workload.STEADY_INCREASE, SHAPE, CostModel.CONTENDED, 1))
        .hasSize(4)
        .allMatch(rpc -> rpc.latencyNanos() == DRAWN);
  }

  @Test
  void contendedMultipliesTheTimesOfOverlappingCreations() throws Exception {
    PoolShape oneByOne = new PoolShape(1, 8, 1, 1);
    List<RpcRecord> creations =
        creations(Workload.BURST_READ, oneByOne, CostModel.CONTENDED, /* timeScale= */ 1);
    assertThat(creations)
        .hasSizeGreaterThan(1)
        .allMatch(rpc -> rpc.latencyNanos() % DRAWN == 0)
        .allMatch(rpc -> rpc.latencyNanos() <= creations.size() * DRAWN)
        .anyMatch(rpc -> rpc.latencyNanos() > DRAWN);
  }
}
