package dev.sessionbench.mock.rpc;

import static dev.sessionbench.mock.Connection.batch;
import static dev.sessionbench.mock.FaultyServer.faulty;
import static dev.sessionbench.mock.FaultyServer.inProcess;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.FaultyServer;
import dev.sessionbench.mock.HandDrivenTime;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.fault.FaultCondition.Calls;
import dev.sessionbench.mock.fault.FaultEffect.Delay;
import dev.sessionbench.mock.fault.FaultEffect.SlowStart;
import dev.sessionbench.mock.fault.FaultEffect.Stall;
import dev.sessionbench.mock.fault.FaultRule;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests faults that take time: delays, a slow start, calls that never end. */
class FaultTimingTest {
  private static final Rpc BATCH = Rpc.BATCH_CREATE_SESSIONS;

  @Test
  void delaysAddToTheSimulatedTime() throws Exception {
    HandDrivenTime time = new HandDrivenTime();
    try (Connection connection =
        Connection.to(
            inProcess(
                    FaultRule.of("f", new Delay(Duration.ofMillis(300), Duration.ZERO), BATCH)
                        .when(new Calls(2, 2)))
                .withLatencies(FaultyServer.SLOW_BATCH),
            time)) {
      var stub = connection.futures();
      var first = stub.batchCreateSessions(batch(1));
      assertThat(time.nextDelaysNanos(1)).containsExactly(20_000_000L);
      var second = stub.batchCreateSessions(batch(1));
      assertThat(time.nextDelaysNanos(1)).containsExactly(320_000_000L);
      assertThat(first.get(20, TimeUnit.SECONDS).getSessionCount()).isEqualTo(1);
      assertThat(second.get(20, TimeUnit.SECONDS).getSessionCount()).isEqualTo(1);
      assertThat(connection.server().journal().entries().get(1).latencyNanos())
          .isEqualTo(320_000_000L);
    }
  }

  @Test
  void slowStartMultipliesTheSimulatedTimeByAFallingFactor() throws Exception {
    HandDrivenTime time = new HandDrivenTime();
    MockServerOptions options =
        inProcess(FaultRule.of("f", new SlowStart(5, Duration.ofMillis(100))))
            .withLatencies(FaultyServer.SLOW_BATCH);
    try (Connection connection = Connection.to(options, time)) {
      var stub = connection.futures();
      for (long[] expected : new long[][] {{0, 100}, {25, 80}, {75, 40}, {100, 20}, {900, 20}}) {
        time.setMillis(expected[0]);
        var call = stub.batchCreateSessions(batch(1));
        assertThat(time.nextDelaysNanos(1)).containsExactly(expected[1] * 1_000_000);
        call.get(20, TimeUnit.SECONDS);
      }
    }
  }

  @Test
  void stalledCallsStayInProgressUntilCancelled() throws Exception {
    HandDrivenTime time = new HandDrivenTime();
    try (Connection connection =
        faulty(time, FaultRule.of("f", new Stall(), BATCH).withAtMost(1))) {
      var stalled = connection.futures().batchCreateSessions(batch(1));
      assertThat(connection.batchCreate(1).getSessionCount()).isEqualTo(1);
      RpcCounters counters = connection.server().counters();
      assertThat(counters.method(BATCH).inProgress()).isEqualTo(1);
      assertThat(stalled.isDone()).isFalse();
      stalled.cancel(true);
      connection.createSession();
      // The server notices on a separate thread.
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      while (counters.method(BATCH).inProgress() > 0 && System.nanoTime() < deadline) {
        Thread.onSpinWait();
      }
      assertThat(counters.method(BATCH).inProgress()).isZero();
      assertThat(counters.method(BATCH).unanswered()).isEqualTo(1);
      assertThat(counters.method(BATCH).ok()).isEqualTo(1);
      assertThat(connection.server().sessions().created()).isEqualTo(2);
    }
  }
}
