package dev.sessionbench.mock.rpc;

import static dev.sessionbench.mock.Connection.QUERY;
import static dev.sessionbench.mock.Connection.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.spanner.v1.BatchCreateSessionsResponse;
import com.google.spanner.v1.Session;
import dev.sessionbench.base.model.CostModel;
import dev.sessionbench.base.model.Latency;
import dev.sessionbench.base.model.Latency.FixedTime;
import dev.sessionbench.base.model.Latency.ServerTime;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.HandDrivenTime;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.Shows;
import dev.sessionbench.mock.profile.Profiles;
import dev.sessionbench.mock.session.SessionStore.SessionStatistics;
import io.grpc.Metadata;
import io.grpc.stub.MetadataUtils;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SimulatedTimeTest {
  private static final long SEED = 42;

  private final HandDrivenTime scheduler = new HandDrivenTime();

  private Connection connect(LatencyProfile latencies, CostModel costModel, Transport transport)
      throws Exception {
    return Connection.to(
        MockServerOptions.defaults()
            .withTransport(transport)
            .withLatencies(latencies)
            .withCostModel(costModel)
            .withSeed(SEED),
        scheduler);
  }

  private static LatencyProfile batchTakes(Latency time) {
    return LatencyProfile.none().with(Rpc.BATCH_CREATE_SESSIONS, time);
  }

  /** A server in process whose BatchCreateSessions takes 10 ms. */
  private Connection tenMillis(CostModel costModel) throws Exception {
    return connect(batchTakes(ServerTime.ofMillis(10, 0)), costModel, Transport.INPROCESS);
  }

  private static ListenableFuture<BatchCreateSessionsResponse> send(
      Connection connection, int sessions) {
    return connection.futures().batchCreateSessions(Connection.batch(sessions));
  }

  @ParameterizedTest
  @EnumSource(Transport.class)
  void nthRpcOfAMethodTakesItsNthDraw(Transport transport) throws Exception {
    LatencyProfile latencies = Profiles.load(Profiles.ORIGINAL).options().latencies();
    try (Connection connection = connect(latencies, CostModel.FLAT, transport)) {
      List<Long> delays = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        var response = send(connection, 1);
        delays.addAll(scheduler.nextDelaysNanos(1));
        assertThat(response.get(20, TimeUnit.SECONDS).getSessionCount()).isEqualTo(1);
        // RPCs of another method in between use none of its draws.
        connection.createSession();
      }

      assertThat(delays)
          .isEqualTo(
              LongStream.range(0, 8)
                  .mapToObj(n -> latencies.drawNanos(Rpc.BATCH_CREATE_SESSIONS, SEED, n))
                  .toList());
      assertThat(connection.server().journal().entries())
          .filteredOn(entry -> entry.rpc() == Rpc.BATCH_CREATE_SESSIONS)
          .extracting(RpcRecord::latencyNanos)
          .isEqualTo(delays);
    }
  }

  @Test
  void linearCostGrowsWithTheSessionsThatAreCreated() throws Exception {
    try (Connection connection = tenMillis(CostModel.LINEAR)) {
      for (int asked : new int[] {25, 1_000, -5}) {
        var response = send(connection, asked);
        long created = Math.max(0, Math.min(asked, 100));
        assertThat(scheduler.nextDelaysNanos(1))
            .containsExactly(10_000_000 + created * CostModel.NANOS_PER_SESSION);
        response.cancel(true);
      }
    }
  }

  @Test
  void contendedCostGrowsWithTheRpcsInProgress() throws Exception {
    try (Connection connection = tenMillis(CostModel.CONTENDED)) {
      // Two loops may handle two calls, so the second is sent only after the first was received.
      var first = send(connection, 1);
      HandDrivenTime.Entry firstReply = scheduler.next();
      var second = send(connection, 1);
      HandDrivenTime.Entry secondReply = scheduler.next();
      assertThat(firstReply.delayNanos()).isEqualTo(10_000_000);
      assertThat(secondReply.delayNanos()).isEqualTo(20_000_000);
      assertThat(connection.server().counters().method(Rpc.BATCH_CREATE_SESSIONS).inProgress())
          .isEqualTo(2);

      firstReply.reply().run();
      first.get(20, TimeUnit.SECONDS);
      assertThat(connection.server().counters().method(Rpc.BATCH_CREATE_SESSIONS).inProgress())
          .isEqualTo(1);
      secondReply.reply().run();
      second.get(20, TimeUnit.SECONDS);
      assertThat(connection.server().counters().method(Rpc.BATCH_CREATE_SESSIONS).inProgress())
          .isZero();
    }
  }

  @Test
  void sessionsExistOnlyFromTheReplyOn() throws Exception {
    try (Connection connection = tenMillis(CostModel.FLAT)) {
      var response = send(connection, 7);
      HandDrivenTime.Entry reply = scheduler.next();
      assertThat(connection.server().sessions())
          .isEqualTo(new SessionStatistics(7, 0, 0, 0, 0, 0, 0));
      reply.reply().run();

      assertThat(response.get(20, TimeUnit.SECONDS).getSessionCount()).isEqualTo(7);
      assertThat(connection.server().sessions())
          .isEqualTo(new SessionStatistics(7, 7, 7, 0, 0, 0, 0));
    }
  }

  @ParameterizedTest
  @EnumSource(Transport.class)
  void replyToACancelledCallIsDropped(Transport transport) throws Exception {
    try (Connection connection =
        connect(batchTakes(ServerTime.ofMillis(10, 0)), CostModel.FLAT, transport)) {
      var response = send(connection, 7);
      HandDrivenTime.Entry reply = scheduler.next();
      response.cancel(true);
      // Completes when the server has noticed.
      assertThatThrownBy(() -> reply.cancellation().get(20, TimeUnit.SECONDS))
          .isInstanceOf(CancellationException.class);
      reply.reply().run();

      assertThat(connection.server().sessions())
          .isEqualTo(new SessionStatistics(7, 0, 0, 0, 0, 0, 0));
      assertThat(connection.server().counters().method(Rpc.BATCH_CREATE_SESSIONS).inProgress())
          .isZero();
    }
  }

  @Test
  @Shows("On TCP, the response header `server-timing` has the simulated time")
  void headerHasTheSimulatedTimeOnTcp() throws Exception {
    LatencyProfile latencies =
        LatencyProfile.none().with(Rpc.EXECUTE_SQL, new FixedTime(12_500_000));
    try (Connection connection = connect(latencies, CostModel.FLAT, Transport.TCP)) {
      Session session = connection.createSession();
      AtomicReference<Metadata> headers = new AtomicReference<>();
      var stub =
          connection
              .futures()
              .withInterceptors(
                  MetadataUtils.newCaptureMetadataInterceptor(headers, new AtomicReference<>()));
      var response = stub.executeSql(sql(session, QUERY).build());
      scheduler.nextDelaysNanos(1);
      response.get(20, TimeUnit.SECONDS);

      assertThat(
              Objects.requireNonNull(headers.get())
                  .getAll(Metadata.Key.of("server-timing", Metadata.ASCII_STRING_MARSHALLER)))
          .containsExactly("gfet4t7; dur=13");
    }
  }

  @Test
  void realTimerWaitsTheSimulatedTime() throws Exception {
    try (Connection connection =
        Connection.to(
            Connection.inProcessOptions().withLatencies(batchTakes(ServerTime.ofMillis(20, 0))))) {
      long startNanos = System.nanoTime();
      connection.batchCreate(1);

      assertThat(System.nanoTime() - startNanos).isGreaterThanOrEqualTo(20_000_000);
    }
  }
}
