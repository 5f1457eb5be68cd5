package dev.sessionbench.mock.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.spanner.v1.CreateSessionRequest;
import com.google.spanner.v1.Session;
import com.google.spanner.v1.SpannerGrpc;
import com.google.spanner.v1.SpannerGrpc.SpannerFutureStub;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.mock.HandDrivenTime;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.MockSpannerServer;
import dev.sessionbench.mock.profile.Profile;
import dev.sessionbench.mock.profile.Profiles;
import dev.sessionbench.mock.rpc.ConnectionOptions.AcceptPace;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the limits and costs of one connection, through a plain gRPC channel. */
class ConnectionLimitsTest {
  private static final CreateSessionRequest REQUEST =
      CreateSessionRequest.newBuilder().setDatabase("projects/p/instances/i/databases/d").build();

  private final List<ManagedChannel> channels = new ArrayList<>();

  @AfterEach
  void closeChannels() {
    channels.forEach(ManagedChannel::shutdownNow);
  }

  private static MockServerOptions options(String connections) {
    Profile profile =
        Profiles.parse(
            "p.yaml", "latencies: {CreateSession: 100}\nconnections: {" + connections + "}\n");
    return profile.options();
  }

  private SpannerFutureStub channel(MockSpannerServer server) {
    ManagedChannel channel =
        ManagedChannelBuilder.forAddress("localhost", server.port()).usePlaintext().build();
    channels.add(channel);
    return SpannerGrpc.newFutureStub(channel);
  }

  private static Session answered(ListenableFuture<Session> call) throws Exception {
    return call.get(10, TimeUnit.SECONDS);
  }

  @Test
  void callsBeyondTheStreamsWaitAtTheClient() throws Exception {
    try (MockSpannerServer server = MockSpannerServer.start(options("streams: 2"))) {
      SpannerFutureStub stub = channel(server);
      List<ListenableFuture<Session>> calls = new ArrayList<>();
      for (int i = 0; i < 7; i++) {
        calls.add(stub.createSession(REQUEST));
      }
      for (ListenableFuture<Session> call : calls) {
        answered(call);
      }
      assertThat(server.counters().connections().peak()).isEqualTo(2);
      assertThat(server.counters().connections().opened()).isEqualTo(1);
      assertThat(server.counters().count(Rpc.CREATE_SESSION)).isEqualTo(7);
    }
  }

  @Test
  void callsWaitUntilTheirConnectionIsWarm() throws Exception {
    HandDrivenTime time = new HandDrivenTime();
    try (MockSpannerServer server = MockSpannerServer.start(options("firstCall: 400"), time)) {
      SpannerFutureStub stub = channel(server);
      assertThat(millisOfCall(stub, time, 0)).isEqualTo(500);
      assertThat(millisOfCall(stub, time, 150)).isEqualTo(350);
      assertThat(millisOfCall(stub, time, 400)).isEqualTo(100);
      assertThat(millisOfCall(channel(server), time, 1_000)).isEqualTo(500);
    }
  }

  private static long millisOfCall(SpannerFutureStub stub, HandDrivenTime time, long atMillis)
      throws Exception {
    time.setMillis(atMillis);
    ListenableFuture<Session> call = stub.createSession(REQUEST);
    long nanos = time.nextDelaysNanos(1).get(0);
    answered(call);
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }

  @Test
  void acceptsConnectionsAtItsPace() throws Exception {
    AcceptPace pace =
        new AcceptPace(new ConnectionOptions(1, 20, 1e8, 0, Optional.empty(), Duration.ZERO));
    assertThat(pace.delayNanos(1_000)).isEqualTo(20);
    assertThat(pace.delayNanos(1_000)).isEqualTo(30);
    assertThat(pace.delayNanos(1_005)).isEqualTo(35);
    assertThat(pace.delayNanos(2_000)).isEqualTo(20);
    try (MockSpannerServer server =
        MockSpannerServer.start(options("accept: 20, acceptsPerSecond: 100"))) {
      for (int i = 0; i < 3; i++) {
        answered(channel(server).createSession(REQUEST));
      }
      assertThat(server.counters().connections().opened()).isEqualTo(3);
    }
  }

  @Test
  void clientsLeaveAnAgedConnectionWithoutAnError() throws Exception {
    try (MockSpannerServer server = MockSpannerServer.start(options("age: 1, grace: 10"))) {
      SpannerFutureStub stub = channel(server);
      answered(stub.createSession(REQUEST));
      CountDownLatch left = new CountDownLatch(1);
      channels.get(0).notifyWhenStateChanged(ConnectivityState.READY, left::countDown);
      assertThat(left.await(10, TimeUnit.SECONDS)).isTrue();
      answered(stub.createSession(REQUEST));
      assertThat(server.counters().connections().opened()).isEqualTo(2);
    }
  }

  @Test
  void aServerInProcessHasNoConnections() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> options("streams: 5").withTransport(Transport.INPROCESS))
        .withMessage("connections: need transport=tcp, not inprocess");
  }
}
