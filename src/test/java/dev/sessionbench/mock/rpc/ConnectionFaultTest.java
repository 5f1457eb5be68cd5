package dev.sessionbench.mock.rpc;

import static dev.sessionbench.mock.Connection.batch;
import static dev.sessionbench.mock.Failures.assertFails;
import static dev.sessionbench.mock.FaultyServer.inProcess;
import static dev.sessionbench.mock.FaultyServer.overTcp;
import static io.grpc.Status.Code.UNAVAILABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.spanner.v1.GetSessionRequest;
import com.google.spanner.v1.Session;
import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.FaultyServer;
import dev.sessionbench.mock.HandDrivenTime;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.MockSpannerServer;
import dev.sessionbench.mock.fault.FaultEffect.DropConnection;
import dev.sessionbench.mock.fault.FaultEffect.GoAway;
import dev.sessionbench.mock.fault.FaultEffect.Restart;
import dev.sessionbench.mock.fault.FaultPlan;
import dev.sessionbench.mock.fault.FaultRule;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests faults of connections: resets, GOAWAY, and a server that restarts. */
class ConnectionFaultTest {
  private static final Rpc BATCH = Rpc.BATCH_CREATE_SESSIONS;

  private static void assertUnavailable(Future<?> call) {
    assertThatThrownBy(() -> call.get(20, TimeUnit.SECONDS))
        .cause()
        .isInstanceOf(StatusRuntimeException.class)
        .extracting(e -> ((StatusRuntimeException) e).getStatus().getCode())
        .isEqualTo(UNAVAILABLE);
  }

  @Test
  void droppedConnectionEndsExactlyItsCalls() throws Exception {
    HandDrivenTime time = new HandDrivenTime();
    MockServerOptions options =
        overTcp(FaultRule.of("f", new DropConnection(), Rpc.CREATE_SESSION).withAtMost(1))
            .withLatencies(FaultyServer.SLOW_BATCH);
    try (Connection connection = Connection.to(options, time)) {
      ManagedChannel other = Connection.open(connection.server(), Transport.TCP);
      var beside = SpannerGrpc.newFutureStub(other).batchCreateSessions(batch(1));
      HandDrivenTime.Entry besideReply = time.next();
      var onIt = connection.futures().batchCreateSessions(batch(1));
      HandDrivenTime.Entry onItReply = time.next();

      assertFails(UNAVAILABLE, "", connection::createSession);
      assertUnavailable(onIt);
      // The server notices on its own thread; after that, the reply does nothing.
      assertThatThrownBy(() -> onItReply.cancellation().get(20, TimeUnit.SECONDS))
          .isInstanceOf(CancellationException.class);
      onItReply.reply().run();
      besideReply.reply().run();
      assertThat(beside.get(20, TimeUnit.SECONDS).getSessionCount()).isEqualTo(1);

      assertThat(connection.createSession().getName()).isNotEmpty();
      RpcCounters counters = connection.server().counters();
      assertThat(counters.method(Rpc.CREATE_SESSION).unanswered()).isEqualTo(1);
      assertThat(counters.method(Rpc.CREATE_SESSION).ok()).isEqualTo(1);
      assertThat(counters.method(BATCH).unanswered()).isEqualTo(1);
      assertThat(connection.server().sessions().created()).isEqualTo(2);
      assertThat(connection.server().journal().entries()).hasSize(2);
      other.shutdownNow();
    }
  }

  @Test
  void goAwayLetsCallsEndAndMovesNewOnesToAnotherConnection() throws Exception {
    HandDrivenTime time = new HandDrivenTime();
    MockServerOptions options =
        overTcp(FaultRule.of("f", new GoAway(), Rpc.CREATE_SESSION).withAtMost(1))
            .withLatencies(FaultyServer.SLOW_BATCH);
    try (Connection connection = Connection.to(options, time)) {
      var onIt = connection.futures().batchCreateSessions(batch(1));
      HandDrivenTime.Entry onItReply = time.next();
      connection.createSession();
      // Until the client has read the GOAWAY, it may still use the old connection.
      RpcCounters counters = connection.server().counters();
      for (int i = 0; i < 1_000 && !counters.byChannel(Rpc.CREATE_SESSION).containsKey(2L); i++) {
        connection.createSession();
      }
      assertThat(counters.byChannel(Rpc.CREATE_SESSION)).containsKey(2L);
      onItReply.reply().run();
      assertThat(onIt.get(20, TimeUnit.SECONDS).getSessionCount()).isEqualTo(1);
      assertThat(counters.method(Rpc.CREATE_SESSION).unanswered()).isZero();
      assertThat(counters.method(Rpc.CREATE_SESSION).errors()).isEmpty();
    }
  }

  @Test
  void restartKeepsPortAndSessions() throws Exception {
    HandDrivenTime time = new HandDrivenTime();
    MockServerOptions options =
        overTcp(FaultRule.of("f", new Restart(Duration.ofMillis(250)), BATCH).withAtMost(1));
    try (Connection connection = Connection.to(options, time)) {
      int port = connection.server().port();
      Session session = connection.createSession();
      assertFails(UNAVAILABLE, "", () -> connection.batchCreate(1));
      HandDrivenTime.Entry comeBack = time.next();
      assertThat(comeBack.delayNanos()).isEqualTo(250_000_000L);
      assertThat(connection.server().port()).isEqualTo(port);
      assertFails(UNAVAILABLE, "", connection::createSession);

      comeBack.reply().run();
      Session found =
          connection
              .stub()
              .withWaitForReady()
              .getSession(GetSessionRequest.newBuilder().setName(session.getName()).build());
      assertThat(found.getName()).isEqualTo(session.getName());
      assertThat(connection.server().port()).isEqualTo(port);
      assertThat(connection.server().counters().method(BATCH).unanswered()).isEqualTo(1);
    }
  }

  @Test
  void serverClosedDuringARestartStaysDown() throws Exception {
    HandDrivenTime time = new HandDrivenTime();
    MockServerOptions options =
        overTcp(FaultRule.of("f", new Restart(Duration.ofMillis(250))).withAtMost(1));
    try (Connection connection = Connection.to(options, time)) {
      int port = connection.server().port();
      assertFails(UNAVAILABLE, "", connection::createSession);
      HandDrivenTime.Entry comeBack = time.next();
      connection.server().close();
      comeBack.reply().run();
      assertThat(connection.server().port()).isEqualTo(-1);
      MockSpannerServer.start(MockServerOptions.defaults().withPort(port)).close();
    }
  }

  @Test
  void rejectsConnectionFaultsInProcess() throws IOException {
    assertThatThrownBy(() -> inProcess(FaultRule.of("cut", new DropConnection())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("fault cut: acts on connections: needs transport=tcp, not inprocess");
    assertThatThrownBy(
            () -> overTcp(FaultRule.of("cut", new GoAway())).withTransport(Transport.INPROCESS))
        .hasMessageContaining("needs transport=tcp");
    try (MockSpannerServer server = MockSpannerServer.start(inProcess())) {
      assertThatThrownBy(
              () ->
                  server.useFaults(
                      FaultPlan.of(FaultRule.of("off", new Restart(Duration.ofMillis(1))))))
          .hasMessage("fault off: acts on connections: needs transport=tcp, not inprocess");
    }
  }
}
