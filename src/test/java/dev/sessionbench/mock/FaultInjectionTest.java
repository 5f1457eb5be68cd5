package dev.sessionbench.mock;

import static dev.sessionbench.mock.Connection.QUERY;
import static dev.sessionbench.mock.Connection.batch;
import static dev.sessionbench.mock.Connection.sql;
import static dev.sessionbench.mock.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.google.protobuf.util.Durations;
import com.google.rpc.ResourceInfo;
import com.google.rpc.RetryInfo;
import com.google.spanner.v1.BatchCreateSessionsResponse;
import com.google.spanner.v1.CommitRequest;
import com.google.spanner.v1.GetSessionRequest;
import com.google.spanner.v1.Session;
import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.fault.FaultCondition.Calls;
import dev.sessionbench.fault.FaultCondition.Chance;
import dev.sessionbench.fault.FaultCondition.During;
import dev.sessionbench.fault.FaultCondition.OnChannel;
import dev.sessionbench.fault.FaultCondition.OnSession;
import dev.sessionbench.fault.FaultCondition.OnSessionNumber;
import dev.sessionbench.fault.FaultEffect;
import dev.sessionbench.fault.FaultEffect.Delay;
import dev.sessionbench.fault.FaultEffect.DropConnection;
import dev.sessionbench.fault.FaultEffect.EmptyBatch;
import dev.sessionbench.fault.FaultEffect.Fail;
import dev.sessionbench.fault.FaultEffect.GoAway;
import dev.sessionbench.fault.FaultEffect.LoseSessions;
import dev.sessionbench.fault.FaultEffect.Resource;
import dev.sessionbench.fault.FaultEffect.Restart;
import dev.sessionbench.fault.FaultEffect.ShortBatch;
import dev.sessionbench.fault.FaultEffect.SlowStart;
import dev.sessionbench.fault.FaultEffect.Stall;
import dev.sessionbench.fault.FaultPlan;
import dev.sessionbench.fault.FaultRule;
import dev.sessionbench.model.LatencyProfile;
import dev.sessionbench.model.Rpc;
import dev.sessionbench.model.ServerTime;
import dev.sessionbench.model.Transport;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.protobuf.StatusProto;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What each effect does to calls on the wire, seen through raw stubs. */
class FaultInjectionTest {
  private static final FaultEffect UNAVAILABLE = Fail.with(Status.Code.UNAVAILABLE, "gone away");
  private static final Rpc BATCH = Rpc.BATCH_CREATE_SESSIONS;
  private static final LatencyProfile SLOW_BATCH =
      LatencyProfile.none().with(BATCH, ServerTime.ofMillis(20, 0));

  private static MockServerOptions options(FaultRule... rules) {
    return MockServerOptions.defaults().withFaults(FaultPlan.of(rules));
  }

  private static MockServerOptions inProcess(FaultRule... rules) {
    return MockServerOptions.defaults()
        .withTransport(Transport.INPROCESS)
        .withFaults(FaultPlan.of(rules));
  }

  private static String getSession(Connection connection, String name) {
    return connection
        .stub()
        .getSession(GetSessionRequest.newBuilder().setName(name).build())
        .getName();
  }

  private static void assertUnavailable(Future<?> call) {
    assertThatThrownBy(() -> call.get(20, TimeUnit.SECONDS))
        .cause()
        .isInstanceOf(StatusRuntimeException.class)
        .extracting(e -> ((StatusRuntimeException) e).getStatus().getCode())
        .isEqualTo(Status.Code.UNAVAILABLE);
  }

  @ParameterizedTest
  @EnumSource(Transport.class)
  void anErrorCarriesItsDetailsAndChangesNothing(Transport transport) throws IOException {
    FaultEffect fail =
        Fail.with(Status.Code.RESOURCE_EXHAUSTED, "too many")
            .retryAfter(Duration.ofMillis(1_250))
            .about(new Resource("a.Type", "a/name"));
    try (Connection connection =
        Connection.to(
            options(FaultRule.of("f", fail, BATCH).when(new Calls(2, 2)))
                .withTransport(transport))) {
      connection.batchCreate(3);
      StatusRuntimeException failure =
          assertFails(Status.Code.RESOURCE_EXHAUSTED, "too many", () -> connection.batchCreate(4));
      Metadata trailers = Objects.requireNonNull(failure.getTrailers());
      RetryInfo retry = trailers.get(ProtoUtils.keyForProto(RetryInfo.getDefaultInstance()));
      ResourceInfo about = trailers.get(ProtoUtils.keyForProto(ResourceInfo.getDefaultInstance()));
      assertThat(Objects.requireNonNull(retry).getRetryDelay())
          .isEqualTo(Durations.fromMillis(1_250));
      assertThat(Objects.requireNonNull(about).getResourceType()).isEqualTo("a.Type");
      assertThat(about.getResourceName()).isEqualTo("a/name");
      com.google.rpc.Status rich =
          Objects.requireNonNull(StatusProto.fromStatusAndTrailers(failure.getStatus(), trailers));
      assertThat(rich.getMessage()).isEqualTo("too many");
      assertThat(rich.getDetailsCount()).isEqualTo(2);

      assertThat(connection.server().sessions().created()).isEqualTo(3);
      assertThat(connection.server().sessions().requested()).isEqualTo(7);
      RpcCounters counters = connection.server().counters();
      assertThat(counters.count(BATCH)).isEqualTo(2);
      assertThat(counters.succeeded(BATCH)).isEqualTo(1);
      assertThat(counters.errors(BATCH)).isEqualTo(Map.of(Status.Code.RESOURCE_EXHAUSTED, 1L));
      assertThat(counters.inProgress(BATCH)).isZero();
      assertThat(connection.server().journal().entries())
          .extracting(RpcRecord::status, RpcRecord::sessions)
          .containsExactly(tuple(Status.Code.OK, 3), tuple(Status.Code.RESOURCE_EXHAUSTED, 0));
      assertThat(connection.server().faults().acts()).isEqualTo(Map.of("f", 1L));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Status.Code.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"OK"})
  void anyStatusIsPossible(Status.Code code) throws IOException {
    try (Connection connection =
        Connection.to(inProcess(FaultRule.of("f", Fail.with(code, "by plan"))))) {
      assertFails(code, "by plan", connection::createSession);
      assertThat(connection.server().counters().errors(Rpc.CREATE_SESSION))
          .isEqualTo(Map.of(code, 1L));
    }
  }

  @Test
  void aNamelessResourceIsTheSessionOfTheCall() throws IOException {
    FaultEffect lost =
        Fail.with(Status.Code.NOT_FOUND, "Session not found")
            .about(new Resource("type.googleapis.com/google.spanner.v1.Session", ""));
    try (Connection connection =
        Connection.to(inProcess(FaultRule.of("f", lost, Rpc.EXECUTE_SQL)))) {
      Session session = connection.createSession();
      StatusRuntimeException failure =
          assertFails(
              Status.Code.NOT_FOUND,
              "Session not found",
              () -> connection.stub().executeSql(sql(session, QUERY).build()));
      assertThat(
              Objects.requireNonNull(
                      Objects.requireNonNull(failure.getTrailers())
                          .get(ProtoUtils.keyForProto(ResourceInfo.getDefaultInstance())))
                  .getResourceName())
          .isEqualTo(session.getName());
      // The session itself is as it was.
      assertThat(getSession(connection, session.getName())).isEqualTo(session.getName());
    }
  }

  @Test
  void picksSessionsByNameAndNumberAndChannelsByNumber() throws IOException {
    try (Connection connection = Connection.to(options())) {
      List<Session> sessions = connection.batchCreate(3).getSessionList();
      connection
          .server()
          .useFaults(
              FaultPlan.of(
                  FaultRule.of("name", Fail.with(Status.Code.ABORTED, "by name"))
                      .when(new OnSession(sessions.get(0).getName())),
                  FaultRule.of("number", Fail.with(Status.Code.ABORTED, "by number"))
                      .when(new OnSessionNumber(3)),
                  FaultRule.of("channel", Fail.with(Status.Code.ABORTED, "by channel"))
                      .when(new OnChannel(2))));
      assertFails(
          Status.Code.ABORTED,
          "by name",
          () -> connection.stub().executeSql(sql(sessions.get(0), QUERY).build()));
      assertThat(connection.stub().executeSql(sql(sessions.get(1), QUERY).build()).getRowsCount())
          .isEqualTo(1);
      assertFails(
          Status.Code.ABORTED,
          "by number",
          () ->
              connection
                  .stub()
                  .commit(
                      CommitRequest.newBuilder().setSession(sessions.get(2).getName()).build()));
      ManagedChannel second = Connection.open(connection.server(), Transport.TCP);
      assertFails(
          Status.Code.ABORTED,
          "by channel",
          () -> SpannerGrpc.newBlockingStub(second).batchCreateSessions(batch(1)));
      second.shutdownNow();
      assertThat(connection.batchCreate(1).getSessionCount()).isEqualTo(1);
    }
  }

  @Test
  void aDelayComesOnTopOfTheSimulatedTime() throws Exception {
    HandDrivenScheduler time = new HandDrivenScheduler();
    try (Connection connection =
        Connection.to(
            inProcess(
                    FaultRule.of("f", new Delay(Duration.ofMillis(300), Duration.ZERO), BATCH)
                        .when(new Calls(2, 2)))
                .withLatencies(SLOW_BATCH),
            time)) {
      var stub = SpannerGrpc.newFutureStub(connection.channel());
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
  void aSlowStartMultipliesTheSimulatedTimeLessAndLess() throws Exception {
    HandDrivenScheduler time = new HandDrivenScheduler();
    AtomicLong clock = new AtomicLong();
    MockServerOptions options =
        inProcess(FaultRule.of("f", new SlowStart(5, Duration.ofMillis(100))))
            .withLatencies(SLOW_BATCH);
    try (Connection connection = Connection.to(options, time, clock::get)) {
      var stub = SpannerGrpc.newFutureStub(connection.channel());
      for (long[] expected : new long[][] {{0, 100}, {25, 80}, {75, 40}, {100, 20}, {900, 20}}) {
        clock.set(TimeUnit.MILLISECONDS.toNanos(expected[0]));
        var call = stub.batchCreateSessions(batch(1));
        assertThat(time.nextDelaysNanos(1)).containsExactly(expected[1] * 1_000_000);
        call.get(20, TimeUnit.SECONDS);
      }
    }
  }

  @Test
  void aStalledCallStaysInProgressUntilTheClientGivesItUp() throws Exception {
    HandDrivenScheduler time = new HandDrivenScheduler();
    try (Connection connection =
        Connection.to(inProcess(FaultRule.of("f", new Stall(), BATCH).atMost(1)), time)) {
      var stalled = SpannerGrpc.newFutureStub(connection.channel()).batchCreateSessions(batch(1));
      assertThat(connection.batchCreate(1).getSessionCount()).isEqualTo(1);
      RpcCounters counters = connection.server().counters();
      assertThat(counters.inProgress(BATCH)).isEqualTo(1);
      assertThat(stalled.isDone()).isFalse();
      stalled.cancel(true);
      // A call that comes after the cancellation on the server's one thread.
      connection.createSession();
      assertThat(counters.inProgress(BATCH)).isZero();
      assertThat(counters.unanswered(BATCH)).isEqualTo(1);
      assertThat(counters.succeeded(BATCH)).isEqualTo(1);
      assertThat(connection.server().sessions().created()).isEqualTo(2);
    }
  }

  @Test
  void aShortBatchCreatesWhatItReturns() throws IOException {
    try (Connection connection =
        Connection.to(inProcess(FaultRule.of("f", new ShortBatch(0.5), BATCH)))) {
      assertThat(connection.batchCreate(25).getSessionCount()).isEqualTo(12);
      assertThat(connection.batchCreate(1).getSessionCount()).isEqualTo(1);
      assertThat(connection.server().sessions().created()).isEqualTo(13);
      assertThat(connection.server().sessions().requested()).isEqualTo(26);
      assertFails(Status.Code.INVALID_ARGUMENT, "session", () -> connection.batchCreate(0));
    }
  }

  @Test
  void anEmptyBatchCreatesNothing() throws IOException {
    try (Connection connection =
        Connection.to(inProcess(FaultRule.of("f", new EmptyBatch(), BATCH).atMost(1)))) {
      assertThat(connection.batchCreate(25))
          .isEqualTo(BatchCreateSessionsResponse.getDefaultInstance());
      assertThat(connection.server().sessions().created()).isZero();
      assertThat(connection.server().counters().succeeded(BATCH)).isEqualTo(1);
      assertThat(connection.batchCreate(25).getSessionCount()).isEqualTo(25);
    }
  }

  @Test
  void sessionsAreLostAfterTheirCreation() throws IOException {
    try (Connection connection =
        Connection.to(
            inProcess(FaultRule.of("f", new LoseSessions(Duration.ZERO), BATCH).atMost(1)))) {
      List<Session> lost = connection.batchCreate(2).getSessionList();
      Session kept = connection.batchCreate(1).getSession(0);
      assertThat(lost).hasSize(2);
      StatusRuntimeException failure =
          assertFails(
              Status.Code.NOT_FOUND,
              "Session not found",
              () -> connection.stub().executeSql(sql(lost.get(1), QUERY).build()));
      assertThat(
              Objects.requireNonNull(failure.getTrailers())
                  .containsKey(ProtoUtils.keyForProto(ResourceInfo.getDefaultInstance())))
          .isTrue();
      assertThat(getSession(connection, kept.getName())).isEqualTo(kept.getName());
      assertThat(connection.server().sessions().created()).isEqualTo(3);
      assertThat(connection.server().sessions().alive()).isEqualTo(1);
    }
  }

  @Test
  void sessionsAreLostWhenTheirLifeIsOver() throws Exception {
    HandDrivenScheduler time = new HandDrivenScheduler();
    try (Connection connection =
        Connection.to(
            inProcess(
                FaultRule.of("f", new LoseSessions(Duration.ofMillis(40)), Rpc.CREATE_SESSION)),
            time)) {
      Session session = connection.createSession();
      assertThat(getSession(connection, session.getName())).isEqualTo(session.getName());
      assertThat(time.nextDelaysNanos(1)).containsExactly(40_000_000L);
      assertFails(
          Status.Code.NOT_FOUND,
          "Session not found",
          () -> getSession(connection, session.getName()));
    }
  }

  @Test
  void theSessionThatACallNamesIsLostBeforeItIsAnswered() throws IOException {
    try (Connection connection =
        Connection.to(
            inProcess(
                FaultRule.of("f", new LoseSessions(Duration.ZERO), Rpc.EXECUTE_SQL).atMost(1)))) {
      Session session = connection.createSession();
      assertFails(
          Status.Code.NOT_FOUND,
          "Session not found",
          () -> connection.stub().executeSql(sql(session, QUERY).build()));
      assertThat(connection.server().sessions().alive()).isZero();
    }
  }

  @Test
  void aDroppedConnectionTakesAllItsCallsAndNoOthers() throws Exception {
    HandDrivenScheduler time = new HandDrivenScheduler();
    MockServerOptions options =
        options(FaultRule.of("f", new DropConnection(), Rpc.CREATE_SESSION).atMost(1))
            .withLatencies(SLOW_BATCH);
    try (Connection connection = Connection.to(options, time)) {
      ManagedChannel other = Connection.open(connection.server(), Transport.TCP);
      var beside = SpannerGrpc.newFutureStub(other).batchCreateSessions(batch(1));
      HandDrivenScheduler.Entry besideReply = time.next();
      var onIt = SpannerGrpc.newFutureStub(connection.channel()).batchCreateSessions(batch(1));
      HandDrivenScheduler.Entry onItReply = time.next();

      assertFails(Status.Code.UNAVAILABLE, "", connection::createSession);
      assertUnavailable(onIt);
      // The server notices on its own thread; from then on the reply does nothing.
      assertThatThrownBy(() -> onItReply.cancellation().get(20, TimeUnit.SECONDS))
          .isInstanceOf(CancellationException.class);
      onItReply.reply().run();
      besideReply.reply().run();
      assertThat(beside.get(20, TimeUnit.SECONDS).getSessionCount()).isEqualTo(1);

      assertThat(connection.createSession().getName()).isNotEmpty();
      RpcCounters counters = connection.server().counters();
      assertThat(counters.unanswered(Rpc.CREATE_SESSION)).isEqualTo(1);
      assertThat(counters.succeeded(Rpc.CREATE_SESSION)).isEqualTo(1);
      assertThat(counters.unanswered(BATCH)).isEqualTo(1);
      assertThat(connection.server().sessions().created()).isEqualTo(2);
      assertThat(connection.server().journal().entries()).hasSize(2);
      other.shutdownNow();
    }
  }

  @Test
  void goAwayLetsCallsEndAndMovesNewOnesToAnotherConnection() throws Exception {
    HandDrivenScheduler time = new HandDrivenScheduler();
    MockServerOptions options =
        options(FaultRule.of("f", new GoAway(), Rpc.CREATE_SESSION).atMost(1))
            .withLatencies(SLOW_BATCH);
    try (Connection connection = Connection.to(options, time)) {
      var onIt = SpannerGrpc.newFutureStub(connection.channel()).batchCreateSessions(batch(1));
      HandDrivenScheduler.Entry onItReply = time.next();
      connection.createSession();
      // Until the client has read the GOAWAY it may still use the old connection.
      RpcCounters counters = connection.server().counters();
      for (int i = 0; i < 1_000 && !counters.byChannel(Rpc.CREATE_SESSION).containsKey(2L); i++) {
        connection.createSession();
      }
      assertThat(counters.byChannel(Rpc.CREATE_SESSION)).containsKey(2L);
      onItReply.reply().run();
      assertThat(onIt.get(20, TimeUnit.SECONDS).getSessionCount()).isEqualTo(1);
      assertThat(counters.unanswered(Rpc.CREATE_SESSION)).isZero();
      assertThat(counters.errors(Rpc.CREATE_SESSION)).isEmpty();
    }
  }

  @Test
  void aServerStopsAndComesBackOnItsPortWithItsSessions() throws Exception {
    HandDrivenScheduler time = new HandDrivenScheduler();
    MockServerOptions options =
        options(FaultRule.of("f", new Restart(Duration.ofMillis(250)), BATCH).atMost(1));
    try (Connection connection = Connection.to(options, time)) {
      int port = connection.server().port();
      Session session = connection.createSession();
      assertFails(Status.Code.UNAVAILABLE, "", () -> connection.batchCreate(1));
      HandDrivenScheduler.Entry comeBack = time.next();
      assertThat(comeBack.delayNanos()).isEqualTo(250_000_000L);
      assertThat(connection.server().port()).isEqualTo(port);
      assertFails(Status.Code.UNAVAILABLE, "", connection::createSession);

      comeBack.reply().run();
      Session found =
          connection
              .stub()
              .withWaitForReady()
              .getSession(GetSessionRequest.newBuilder().setName(session.getName()).build());
      assertThat(found.getName()).isEqualTo(session.getName());
      assertThat(connection.server().port()).isEqualTo(port);
      assertThat(connection.server().counters().unanswered(BATCH)).isEqualTo(1);
    }
  }

  @Test
  void aServerThatIsDownClosesAndDoesNotComeBack() throws Exception {
    HandDrivenScheduler time = new HandDrivenScheduler();
    MockServerOptions options =
        options(FaultRule.of("f", new Restart(Duration.ofMillis(250))).atMost(1));
    try (Connection connection = Connection.to(options, time)) {
      int port = connection.server().port();
      assertFails(Status.Code.UNAVAILABLE, "", connection::createSession);
      HandDrivenScheduler.Entry comeBack = time.next();
      connection.server().close();
      comeBack.reply().run();
      assertThat(connection.server().port()).isEqualTo(-1);
      MockSpannerServer.start(MockServerOptions.defaults().withPort(port)).close();
    }
  }

  @Test
  void batchesBeyondARateAreRefused() throws IOException {
    AtomicLong clock = new AtomicLong();
    FaultEffect exhausted =
        Fail.with(Status.Code.RESOURCE_EXHAUSTED, "quota").retryAfter(Duration.ofMillis(500));
    MockServerOptions options = inProcess(FaultRule.of("f", exhausted, BATCH).abovePerSecond(2));
    try (Connection connection = Connection.to(options, new HandDrivenScheduler(), clock::get)) {
      connection.batchCreate(1);
      connection.batchCreate(1);
      assertFails(Status.Code.RESOURCE_EXHAUSTED, "quota", () -> connection.batchCreate(1));
      connection.createSession();
      clock.set(TimeUnit.MILLISECONDS.toNanos(500));
      connection.batchCreate(1);
      assertFails(Status.Code.RESOURCE_EXHAUSTED, "quota", () -> connection.batchCreate(1));
    }
  }

  @Test
  void anAbortStormEndsWithItsWindow() throws IOException {
    AtomicLong clock = new AtomicLong();
    FaultEffect aborted = Fail.with(Status.Code.ABORTED, "storm").retryAfter(Duration.ofMillis(10));
    MockServerOptions options =
        inProcess(
            FaultRule.of("f", aborted, Rpc.COMMIT)
                .when(new During(Duration.ofMillis(50), Duration.ofMillis(80))));
    try (Connection connection = Connection.to(options, new HandDrivenScheduler(), clock::get)) {
      CommitRequest commit =
          CommitRequest.newBuilder()
              .setSession(connection.createSession().getName())
              .setSingleUseTransaction(Connection.readWrite())
              .build();
      connection.stub().commit(commit);
      clock.set(TimeUnit.MILLISECONDS.toNanos(50));
      assertFails(Status.Code.ABORTED, "storm", () -> connection.stub().commit(commit));
      clock.set(TimeUnit.MILLISECONDS.toNanos(80));
      connection.stub().commit(commit);
      assertThat(connection.server().counters().errors(Rpc.COMMIT))
          .isEqualTo(Map.of(Status.Code.ABORTED, 1L));
    }
  }

  @Test
  void aPlanThatIsPutToWorkLaterCountsFromThere() throws IOException {
    try (Connection connection = Connection.to(inProcess())) {
      connection.batchCreate(1);
      connection.batchCreate(1);
      connection
          .server()
          .useFaults(FaultPlan.of(FaultRule.of("f", UNAVAILABLE, BATCH).when(new Calls(2, 2))));
      connection.batchCreate(1);
      assertFails(Status.Code.UNAVAILABLE, "gone away", () -> connection.batchCreate(1));
      connection.server().useFaults(FaultPlan.NONE);
      connection.batchCreate(1);
      assertThat(connection.server().faults().hits()).isZero();
    }
  }

  @Test
  void everyCallIsAccountedForWhateverGoesWrong() throws Exception {
    MockServerOptions options =
        options(
            FaultRule.of("fail", UNAVAILABLE).when(new Chance(0.1)),
            FaultRule.of("lose", new LoseSessions(Duration.ofMillis(1))).when(new Chance(0.1)),
            FaultRule.of("short", new ShortBatch(0.3), BATCH).when(new Chance(0.2)),
            FaultRule.of("drop", new DropConnection()).when(new Chance(0.02)),
            FaultRule.of("go", new GoAway()).when(new Chance(0.02)));
    try (Connection connection = Connection.to(options)) {
      var stub = SpannerGrpc.newFutureStub(connection.channel()).withWaitForReady();
      int failed = 0;
      for (int round = 0; round < 60; round++) {
        List<Future<?>> calls = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
          calls.add(stub.batchCreateSessions(batch(5)));
        }
        for (Future<?> call : calls) {
          try {
            call.get(20, TimeUnit.SECONDS);
          } catch (ExecutionException e) {
            failed++;
          }
        }
      }
      connection.server().close();
      RpcCounters counters = connection.server().counters();
      long errors = counters.errors(BATCH).values().stream().mapToLong(n -> n).sum();
      assertThat(counters.succeeded(BATCH) + errors + counters.unanswered(BATCH))
          .isEqualTo(counters.count(BATCH));
      assertThat(counters.inProgress(BATCH)).isZero();
      assertThat(errors).isPositive();
      assertThat(counters.unanswered(BATCH)).isPositive();
      // A call may be lost before it has reached the server, so the client sees at least as many.
      assertThat((long) failed).isGreaterThanOrEqualTo(errors);
    }
  }

  @Test
  void refusesToActOnConnectionsThatAreNotThere() throws IOException {
    assertThatThrownBy(() -> inProcess(FaultRule.of("cut", new DropConnection())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("fault cut: acts on connections: needs transport=tcp, not inprocess");
    assertThatThrownBy(
            () -> options(FaultRule.of("cut", new GoAway())).withTransport(Transport.INPROCESS))
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
