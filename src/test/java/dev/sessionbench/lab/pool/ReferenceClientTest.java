package dev.sessionbench.lab.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.bench.client.Attempts.AcquireWait;
import dev.sessionbench.bench.client.ServerAddress;
import dev.sessionbench.bench.client.SpannerOperations.OpenRead;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.ShrinkStrategies;
import dev.sessionbench.lab.strategy.Strategies;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.MockSpannerServer;
import dev.sessionbench.mock.fault.FaultEffect;
import dev.sessionbench.mock.fault.FaultPlan;
import dev.sessionbench.mock.fault.FaultRule;
import io.grpc.Status;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the client against the mock server, which answers at once. */
class ReferenceClientTest {
  private static final long LIMIT = TimeUnit.SECONDS.toNanos(20);

  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void closeAll() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  private MockSpannerServer server(Transport transport, FaultPlan faults) throws IOException {
    MockSpannerServer server =
        MockSpannerServer.start(
            MockServerOptions.defaults().withTransport(transport).withFaults(faults));
    open.add(server);
    return server;
  }

  private ReferenceClient client(
      MockSpannerServer server,
      Transport transport,
      PoolOptions options,
      Strategies strategy,
      Optional<ShrinkStrategies> shrink) {
    Limits limits = options.limits();
    ReferenceClient client =
        new ReferenceClient(
            options,
            strategy.create(limits, Map.of()),
            shrink.map(s -> s.create(limits, Map.of("idleMillis", "1", "everyMillis", "1"))),
            ServerAddress.of(server, transport),
            SystemTime.CLOCK,
            List.of());
    client.open();
    return client;
  }

  private ReferenceClient client(
      MockSpannerServer server, Transport transport, Limits limits, Strategies strategy) {
    return client(
        server, transport, PoolOptions.waiting(limits, LIMIT), strategy, Optional.empty());
  }

  private ReferenceClient client(MockSpannerServer server, int min, int max, Strategies strategy) {
    return client(server, Transport.INPROCESS, new Limits(min, max, 2), strategy);
  }

  /** A server in process that fails all of these RPCs. */
  private MockSpannerServer failing(Status.Code code, String text, Rpc... rpcs) throws IOException {
    return server(
        Transport.INPROCESS,
        FaultPlan.of(FaultRule.of("broken", FaultEffect.Fail.with(code, text), rpcs)));
  }

  @ParameterizedTest
  @EnumSource(Transport.class)
  void readsAndWritesByTheRpcsOfTheRealClientAndLeavesNoSession(Transport transport)
      throws Exception {
    MockSpannerServer server = server(transport, FaultPlan.NONE);
    AtomicInteger rows = new AtomicInteger();
    try (ReferenceClient client =
        client(server, transport, new Limits(8, 20, 4), Strategies.FIXED_STEP)) {
      client.awaitQuiescent(LIMIT);
      client.read(rows::incrementAndGet);
      client.write();
      client.openRead().close();
      assertThat(client.state().total()).isEqualTo(8);
      assertThat(client.metrics().acquired()).isEqualTo(3);
      assertThat(client.metrics().released()).isEqualTo(3);
      for (Rpc rpc : Rpc.values()) {
        assertThat(client.attempts(rpc)).as("%s", rpc).isEqualTo(server.counters().count(rpc));
      }
    }
    assertThat(rows).hasValue(1);
    assertThat(server.counters().count(Rpc.EXECUTE_STREAMING_SQL)).isEqualTo(2);
    assertThat(server.counters().count(Rpc.EXECUTE_SQL)).isEqualTo(1);
    assertThat(server.counters().count(Rpc.COMMIT)).isEqualTo(1);
    // The minimum is spread over the channels; in process there is one.
    assertThat(server.counters().byChannel(Rpc.BATCH_CREATE_SESSIONS).values())
        .hasSize(transport == Transport.TCP ? 4 : 1);
    assertThat(server.counters().count(Rpc.BATCH_CREATE_SESSIONS)).isEqualTo(4);
    assertThat(server.sessions().alive()).isZero();
  }

  @Test
  void aSessionIsUsedOnTheChannelThatItWasCreatedOn() throws Exception {
    MockSpannerServer server = server(Transport.TCP, FaultPlan.NONE);
    try (ReferenceClient client =
        client(server, Transport.TCP, new Limits(4, 4, 4), Strategies.FIXED_SIZE)) {
      List<OpenRead> reads = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        reads.add(client.openRead());
      }
      reads.forEach(OpenRead::close);
    }
    assertThat(server.counters().byChannel(Rpc.EXECUTE_STREAMING_SQL))
        .isEqualTo(server.counters().byChannel(Rpc.BATCH_CREATE_SESSIONS))
        .hasSize(4);
  }

  @Test
  void creationsAreNotCountedAsRpcsOfAnOperation() throws Exception {
    MockSpannerServer server = failing(Status.Code.INTERNAL, "broken", Rpc.BATCH_CREATE_SESSIONS);
    try (ReferenceClient client = client(server, 0, 1, Strategies.FIXED_STEP)) {
      AcquireWait wait = AcquireWait.begin();
      assertThatIllegalStateException()
          .isThrownBy(() -> client.read(() -> {}))
          .withMessageContaining("INTERNAL: broken");
      assertThat(wait.hasEnded()).isFalse();
      client.awaitQuiescent(LIMIT);
      assertThat(client.attempts(Rpc.BATCH_CREATE_SESSIONS)).isEqualTo(1);
      assertThat(client.account().orElseThrow().refused()).isEqualTo(1);
    }
  }

  @Test
  void aCallerThatTimesOutIsRefusedAndCounted() throws Exception {
    MockSpannerServer server = server(Transport.INPROCESS, FaultPlan.NONE);
    try (ReferenceClient client =
        client(
            server,
            Transport.INPROCESS,
            PoolOptions.waiting(new Limits(1, 1, 1), 1_000_000),
            Strategies.FIXED_STEP,
            Optional.empty())) {
      client.awaitQuiescent(LIMIT);
      OpenRead held = client.openRead();
      assertThatIllegalStateException()
          .isThrownBy(client::write)
          .withMessage("no session within the time limit");
      held.close();
      assertThat(client.metrics().timeouts()).isEqualTo(1);
      assertThat(client.metrics().inUse()).isZero();
    }
  }

  @Test
  void aFailedRpcFailsTheCallerAndReleasesItsSession() throws Exception {
    MockSpannerServer server =
        failing(Status.Code.NOT_FOUND, "no such row", Rpc.EXECUTE_STREAMING_SQL, Rpc.COMMIT);
    try (ReferenceClient client = client(server, 1, 1, Strategies.FIXED_STEP)) {
      assertThatThrownBy(() -> client.read(() -> {})).hasMessage("NOT_FOUND: no such row");
      assertThatThrownBy(client::openRead).hasMessage("NOT_FOUND: no such row");
      assertThatThrownBy(client::write).hasMessage("NOT_FOUND: no such row");
      assertThat(client.metrics().released()).isEqualTo(3);
    }
  }

  @Test
  void anInterruptedCallersSessionServesOthers() throws Exception {
    MockSpannerServer server = server(Transport.INPROCESS, FaultPlan.NONE);
    try (ReferenceClient client = client(server, 1, 1, Strategies.FIXED_STEP)) {
      OpenRead held = client.openRead();
      Thread.currentThread().interrupt();
      assertThatIllegalStateException()
          .isThrownBy(client::write)
          .withMessageContaining("interrupted");
      assertThat(Thread.interrupted()).isTrue();
      held.close();
      client.write();
      assertThat(client.metrics().inUse()).isZero();
    }
  }

  @Test
  void sessionsThatAPoolForgetsAreDeletedAtItsEnd() throws Exception {
    MockSpannerServer server = server(Transport.INPROCESS, FaultPlan.NONE);
    try (ReferenceClient client =
        client(
            server,
            Transport.INPROCESS,
            PoolOptions.waiting(new Limits(0, 30, 1), LIMIT),
            Strategies.FIXED_STEP,
            Optional.of(ShrinkStrategies.IDLE_TIME))) {
      client.read(() -> {});
      long deadline = SystemTime.CLOCK.nanos() + LIMIT;
      while (client.state().total() > 0) {
        assertThat(SystemTime.CLOCK.nanos()).isLessThan(deadline);
        SystemTime.CLOCK.park(100_000);
      }
      assertThat(client.account().orElseThrow().closings()).hasSize(25);
      assertThat(client.attempts(Rpc.DELETE_SESSION)).isZero();
      assertThat(server.sessions().alive()).isEqualTo(25);
    }
    assertThat(server.sessions().alive()).isZero();
  }

  @Test
  void oneSharedSessionServesManyReadsAtOnce() throws Exception {
    MockSpannerServer server = server(Transport.INPROCESS, FaultPlan.NONE);
    try (ReferenceClient client = client(server, 0, 1, Strategies.MULTIPLEXED)) {
      OpenRead first = client.openRead();
      OpenRead second = client.openRead();
      first.close();
      second.close();
      assertThat(client.attempts(Rpc.BATCH_CREATE_SESSIONS)).isEqualTo(1);
    }
  }
}
