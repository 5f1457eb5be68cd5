package dev.sessionbench.bench.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.Latency.ServerTime;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.bench.load.OperationTimes;
import dev.sessionbench.bench.load.Workload;
import org.junit.jupiter.api.Test;

/** Runs show the handicaps that are set. */
class HandicappedTrialTest {
  private static final PoolShape SHAPE = new PoolShape(4, 16, 3, 2);

  private static Observation run(String handicap) throws Exception {
    TrialOptions options = Scenarios.options(Workload.STEADY_INCREASE, SHAPE);
    LatencyProfile times =
        LatencyProfile.none().with(Rpc.BATCH_CREATE_SESSIONS, ServerTime.ofMillis(2, 0));
    return Scenarios.run(options.scenario(times, 100, Handicap.parse(handicap)));
  }

  @Test
  void rpcHandicapAddsOnlyOneRpc() throws Exception {
    Observation seen = run("rpc+1");
    assertThat(seen.rpcs(Rpc.BATCH_CREATE_SESSIONS)).isEqualTo(2 + 4 + 1);
    assertThat(seen.attempts(Rpc.BATCH_CREATE_SESSIONS)).isEqualTo(2 + 4 + 1);
    assertThat(seen.sessionsCreatedOrHeld()).isEqualTo(16);
    assertThat(seen.metrics().maxInUse()).isEqualTo(16);
  }

  @Test
  void withoutAHandicapNothingChanges() throws Exception {
    Observation seen = run("");
    assertThat(seen.rpcs(Rpc.BATCH_CREATE_SESSIONS)).isEqualTo(2 + 4);
    assertThat(seen.attempts(Rpc.BATCH_CREATE_SESSIONS)).isEqualTo(2 + 4);
  }

  @Test
  void acquireHandicapDelaysEveryOperation() throws Exception {
    assertThat(run("acquire+2ms").operations())
        .extracting(OperationTimes::waitNanos)
        .allMatch(nanos -> nanos >= 2_000_000);
  }
}
