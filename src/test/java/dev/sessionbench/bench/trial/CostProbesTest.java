package dev.sessionbench.bench.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.bench.client.PoolUnderTest.PoolAccount;
import dev.sessionbench.bench.client.PoolUnderTest.PoolMetrics;
import dev.sessionbench.bench.load.OperationTimes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CostProbesTest {
  private static final long START = 5_000_000_000L;

  @Test
  void computesUnreportedIdleTimeFromServerAndOperations() {
    Seen seen = new Seen();
    seen.startNanos = START;
    seen.timeScale = 2;
    // Three sessions exist before, two come at 100 ms, and one is deleted at 500 ms.
    seen.reply(Rpc.BATCH_CREATE_SESSIONS, -50, 3);
    seen.reply(Rpc.BATCH_CREATE_SESSIONS, 100, 2);
    seen.reply(Rpc.DELETE_SESSION, 500, 0);
    seen.rpcs(Rpc.DELETE_SESSION, 1);
    seen.operation(0, 50, 250);
    seen.operation(0, 100, 600);
    seen.operations.add(new OperationTimes(START, OperationTimes.NEVER, seen.nanos(1_000), true));
    Map<String, Double> metrics = seen.metrics(GrowthProbes::costs);
    double sessionMillis = 3 * 1_000 + 2 * 900 - 500 - 200 - 500;
    assertThat(metrics)
        .containsEntry("idleSessionSeconds", sessionMillis / 1_000 / 2)
        .containsEntry("poolMaxSessions", 5.0)
        .containsEntry("sessionsClosed", 1.0)
        .containsEntry("failedCallers", 1.0)
        .containsEntry("maxRpcsInFlight", 1.0)
        .doesNotContainKey("sessionsNeverUsed");
  }

  @Test
  void usesTheAccountOfTheSuitesOwnPool() {
    Seen seen = new Seen();
    seen.account = Optional.of(new PoolAccount(7_000_000_000L, 40, 3, List.of(START, START), 0));
    assertThat(seen.metrics(GrowthProbes::costs))
        .containsEntry("idleSessionSeconds", 7.0)
        .containsEntry("poolMaxSessions", 40.0)
        .containsEntry("sessionsNeverUsed", 3.0)
        .containsEntry("sessionsClosed", 2.0);
  }

  @Test
  void countsFailuresWithoutSessionAfterAFaultAsRefused() {
    Seen seen = new Seen();
    for (int i = 0; i < 3_200; i++) {
      long acquired = i < 2 ? OperationTimes.NEVER : START;
      seen.operations.add(new OperationTimes(START, acquired, START, /* failed= */ i < 3));
    }
    seen.metrics = new PoolMetrics(400, 0, 400, 3_197, 3_197, 0, 0);
    seen.faultHits = 1;
    assertThat(seen.report(GrowthChecks::whereCallersAreRefused).complaints())
        .as("one that failed with a session was not refused one")
        .containsExactly("3 operations failed, and the pool refused 2");
  }

  @Test
  void complainsAboutAFailureWithoutARefusal() {
    Seen seen = new Seen();
    for (int i = 0; i < 3_200; i++) {
      seen.operations.add(
          new OperationTimes(START, OperationTimes.NEVER, START, /* failed= */ i < 2));
    }
    seen.metrics = new PoolMetrics(400, 0, 400, 3_198, 3_198, 1, 0);
    assertThat(seen.report(GrowthChecks::whereCallersAreRefused).complaints())
        .containsExactly("2 operations failed, and the pool refused 1");
    seen.account = Optional.of(new PoolAccount(0, 400, 0, List.of(), 1));
    assertThat(seen.report(GrowthChecks::whereCallersAreRefused).complaints()).isEmpty();
  }
}
