package dev.sessionbench.mock;

import static dev.sessionbench.mock.Failures.assertFails;
import static io.grpc.Status.Code.INTERNAL;
import static io.grpc.Status.Code.OK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.base.model.Latency.ServerTime;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.mock.rpc.LatestEntries;
import dev.sessionbench.mock.rpc.RpcCounters;
import dev.sessionbench.mock.rpc.RpcCounters.ChannelCounter;
import dev.sessionbench.mock.rpc.RpcRecord;
import dev.sessionbench.mock.rpc.ServerThreads;
import dev.sessionbench.mock.rpc.ServerThreads.ServerUsage;
import io.grpc.Attributes;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MockSpannerServerTest {
  private static Set<String> serverThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith(ServerThreads.NAME_PREFIX))
        .collect(Collectors.toSet());
  }

  @Test
  void portAndNameBelongToTheirTransports() throws IOException {
    try (MockSpannerServer tcp = MockSpannerServer.start(MockServerOptions.defaults());
        MockSpannerServer inProcess = MockSpannerServer.start(Connection.inProcessOptions())) {
      assertThat(tcp.port()).isPositive();
      assertThat(inProcess.inProcessName()).isNotEmpty();
      assertThatThrownBy(tcp::inProcessName).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(inProcess::port).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void busyPortIsNamedAndLeavesNoThreads() throws IOException {
    Set<String> before = serverThreads();
    try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(
              () ->
                  MockSpannerServer.start(
                      MockServerOptions.defaults().withPort(busy.getLocalPort())))
          .isInstanceOf(BindException.class)
          .hasMessageContaining(Integer.toString(busy.getLocalPort()));
    }
    assertThat(serverThreads()).isEqualTo(before);
  }

  @Test
  void fiftyServersLeaveNoThreadsAndNoPorts() throws IOException {
    Set<String> before = serverThreads();
    for (int i = 0; i < 50; i++) {
      Transport transport = i % 2 == 0 ? Transport.TCP : Transport.INPROCESS;
      Connection connection =
          Connection.to(
              MockServerOptions.defaults()
                  .withTransport(transport)
                  .withLatencies(FaultyServer.SLOW_BATCH));
      connection.batchCreate(1);
      int port = transport == Transport.TCP ? connection.server().port() : 0;
      connection.close();
      if (port > 0) {
        MockSpannerServer.start(MockServerOptions.defaults().withPort(port)).close();
      }
    }
    assertThat(serverThreads()).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource(Transport.class)
  void closeEndsPendingCallsAndMayBeRepeated(Transport transport) throws Exception {
    try (Connection connection =
        Connection.to(
            MockServerOptions.defaults()
                .withTransport(transport)
                .withLatencies(
                    LatencyProfile.none()
                        .with(Rpc.BATCH_CREATE_SESSIONS, ServerTime.fixed(Duration.ofHours(1)))))) {
      connection.createSession();
      var pending = connection.futures().batchCreateSessions(Connection.batch(1));
      connection.server().close();
      connection.server().close();

      assertThatThrownBy(() -> pending.get(20, TimeUnit.SECONDS))
          .hasCauseInstanceOf(StatusRuntimeException.class);
      assertThat(connection.server().counters().count(Rpc.CREATE_SESSION)).isEqualTo(1);
    }
  }

  @Test
  void countsByMethodAndByChannel() throws IOException {
    try (Connection connection = Connection.tcp()) {
      connection.batchCreate(2);
      ManagedChannel second = Connection.open(connection.server(), Transport.TCP);
      for (int i = 0; i < 3; i++) {
        SpannerGrpc.newBlockingStub(second).batchCreateSessions(Connection.batch(1));
      }
      connection.createSession();
      second.shutdownNow();

      RpcCounters counters = connection.server().counters();
      assertThat(counters.count(Rpc.BATCH_CREATE_SESSIONS)).isEqualTo(4);
      assertThat(counters.count(Rpc.CREATE_SESSION)).isEqualTo(1);
      assertThat(counters.count(Rpc.COMMIT)).isZero();
      assertThat(Arrays.stream(Rpc.values()).mapToLong(counters::count).sum()).isEqualTo(5);
      assertThat(counters.byChannel(Rpc.BATCH_CREATE_SESSIONS)).isEqualTo(Map.of(1L, 1L, 2L, 3L));
      assertThat(counters.byChannel(Rpc.CREATE_SESSION)).isEqualTo(Map.of(1L, 1L));
    }
  }

  @Test
  void countsByChannelInProcess() throws IOException {
    try (Connection connection = Connection.inProcess()) {
      connection.batchCreate(2);

      assertThat(connection.server().counters().byChannel(Rpc.BATCH_CREATE_SESSIONS))
          .isEqualTo(Map.of(1L, 1L));
    }
  }

  @Test
  void channelsBeyondTheBoundAreCountedTogether() {
    RpcCounters counters = new RpcCounters(0);
    for (int i = 0; i < RpcCounters.MAX_COUNTED + 5; i++) {
      counters.enter(counters.channel(counters.transportReady(Attributes.EMPTY)), Rpc.COMMIT);
    }

    assertThat(counters.byChannel(Rpc.COMMIT))
        .hasSize(RpcCounters.MAX_COUNTED + 1)
        .containsEntry(RpcCounters.SHARED_ID, 5L);
  }

  @Test
  void aConnectionIsCutOffIfItsLastCallIsNotAnswered() {
    RpcCounters counters = new RpcCounters(0);
    for (boolean answered : new boolean[] {true, false}) {
      Attributes transport = counters.transportReady(Attributes.EMPTY);
      ChannelCounter channel = counters.channel(transport);
      counters.enter(channel, Rpc.COMMIT);
      counters.enter(channel, Rpc.COMMIT);
      channel.leave(!answered);
      channel.leave(answered);
      counters.transportTerminated(transport);
    }
    assertThat(counters.connections().closed()).isEqualTo(2);
    assertThat(counters.connections().cutOff()).isEqualTo(1);
    assertThat(counters.connections().openings()).isSorted().hasSize(2);
    assertThat(counters.connections().closings()).isSorted().hasSize(2);
  }

  @Test
  void journalKeepsTheLatestAndCountsTheRest() throws IOException {
    try (Connection connection =
        Connection.to(Connection.inProcessOptions().withJournalCapacity(3))) {
      for (int sessions = 1; sessions <= 5; sessions++) {
        connection.batchCreate(sessions);
      }

      LatestEntries<RpcRecord> journal = connection.server().journal();
      assertThat(journal.entries()).extracting(RpcRecord::sessions).containsExactly(3, 4, 5);
      assertThat(journal.entries()).extracting(RpcRecord::arrivalNanos).isSorted();
      assertThat(journal.entries()).allMatch(entry -> entry.repliedNanos() >= entry.arrivalNanos());
      assertThat(journal.dropped()).isEqualTo(2);
    }
  }

  @Test
  void journalOfCapacityNoneOnlyCounts() {
    LatestEntries<RpcRecord> journal = new LatestEntries<>(0);
    journal.add(new RpcRecord(0, Rpc.COMMIT, "", 0, 0, 0, OK));

    assertThat(journal.entries()).isEmpty();
    assertThat(journal.dropped()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(Transport.class)
  void usageCoversTheServersThreadsAndSurvivesThem(Transport transport) throws IOException {
    ServerUsage running;
    MockSpannerServer server;
    try (Connection connection =
        Connection.to(MockServerOptions.defaults().withTransport(transport))) {
      server = connection.server();
      connection.batchCreate(100);
      running = server.usage();
      assertThat(running.cpuNanos()).isPositive();
      assertThat(running.allocatedBytes()).isPositive();
    }

    assertThat(server.usage().cpuNanos()).isGreaterThanOrEqualTo(running.cpuNanos());
    assertThat(server.usage().allocatedBytes()).isGreaterThanOrEqualTo(running.allocatedBytes());
  }

  @Test
  void unexpectedFailureOfAHandlerIsInternalAndTheServerGoesOn() throws IOException {
    try (Connection connection =
        Connection.to(
            Connection.inProcessOptions()
                .withClock(
                    new MovableClock() {
                      @Override
                      public long millis() {
                        throw new IllegalStateException("the clock is broken");
                      }
                    }))) {
      assertFails(INTERNAL, "the clock is broken", connection::createSession);
      assertFails(INTERNAL, "the clock is broken", connection::createSession);
      assertThat(connection.server().counters().method(Rpc.CREATE_SESSION).inProgress()).isZero();
    }
  }

  @Test
  void optionsOutOfRangeAreRefused() {
    MockServerOptions options = MockServerOptions.defaults();
    Map<String, UnaryOperator<MockServerOptions>> wrong =
        Map.of(
            "port=-1", o -> o.withPort(-1),
            "port=65536", o -> o.withPort(65_536),
            "batchLimit=0", o -> o.withBatchLimit(0),
            "batchLimit=101", o -> o.withBatchLimit(101),
            "journalCapacity=-1", o -> o.withJournalCapacity(-1),
            "sessionIdleTimeout=PT0S", o -> o.withSessionIdleTimeout(Duration.ZERO));
    wrong.forEach(
        (complaint, change) ->
            assertThatThrownBy(() -> change.apply(options))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(complaint));
  }
}
