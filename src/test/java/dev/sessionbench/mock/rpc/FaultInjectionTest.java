package dev.sessionbench.mock.rpc;

import static dev.sessionbench.mock.Connection.QUERY;
import static dev.sessionbench.mock.Connection.batch;
import static dev.sessionbench.mock.Connection.sql;
import static dev.sessionbench.mock.Failures.assertFails;
import static dev.sessionbench.mock.Failures.assertNotFound;
import static dev.sessionbench.mock.FaultyServer.faulty;
import static dev.sessionbench.mock.FaultyServer.inProcess;
import static dev.sessionbench.mock.FaultyServer.overTcp;
import static io.grpc.Status.Code.ABORTED;
import static io.grpc.Status.Code.NOT_FOUND;
import static io.grpc.Status.Code.OK;
import static io.grpc.Status.Code.RESOURCE_EXHAUSTED;
import static io.grpc.Status.Code.UNAVAILABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.google.protobuf.Message;
import com.google.protobuf.util.Durations;
import com.google.rpc.ResourceInfo;
import com.google.rpc.RetryInfo;
import com.google.spanner.v1.CommitRequest;
import com.google.spanner.v1.Session;
import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.HandDrivenTime;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.fault.FaultCondition.Calls;
import dev.sessionbench.mock.fault.FaultCondition.Chance;
import dev.sessionbench.mock.fault.FaultCondition.During;
import dev.sessionbench.mock.fault.FaultCondition.OnChannel;
import dev.sessionbench.mock.fault.FaultCondition.OnSession;
import dev.sessionbench.mock.fault.FaultEffect;
import dev.sessionbench.mock.fault.FaultEffect.DropConnection;
import dev.sessionbench.mock.fault.FaultEffect.Fail;
import dev.sessionbench.mock.fault.FaultEffect.GoAway;
import dev.sessionbench.mock.fault.FaultEffect.LoseSessions;
import dev.sessionbench.mock.fault.FaultEffect.Resource;
import dev.sessionbench.mock.fault.FaultEffect.ShortBatch;
import dev.sessionbench.mock.fault.FaultPlan;
import dev.sessionbench.mock.fault.FaultRule;
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
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests the effect of fault plans on calls, through raw stubs: which errors occur, on which calls
 * and when.
 */
class FaultInjectionTest {
  private static final FaultEffect GONE = Fail.with(UNAVAILABLE, "gone away");
  private static final Rpc BATCH = Rpc.BATCH_CREATE_SESSIONS;

  @ParameterizedTest
  @EnumSource(Transport.class)
  void anErrorCarriesItsDetailsAndChangesNothing(Transport transport) throws IOException {
    FaultEffect fail =
        new Fail(
            RESOURCE_EXHAUSTED,
            "too many",
            Optional.of(Duration.ofMillis(1_250)),
            Optional.of(new Resource("a.Type", "a/name")));
    try (Connection connection =
        Connection.to(
            overTcp(FaultRule.of("f", fail, BATCH).when(new Calls(2, 2)))
                .withTransport(transport))) {
      connection.batchCreate(3);
      StatusRuntimeException failure =
          assertFails(RESOURCE_EXHAUSTED, "too many", () -> connection.batchCreate(4));
      Metadata trailers = Objects.requireNonNull(failure.getTrailers());
      RetryInfo retry = detail(failure, RetryInfo.getDefaultInstance());
      ResourceInfo about = detail(failure, ResourceInfo.getDefaultInstance());
      assertThat(retry.getRetryDelay()).isEqualTo(Durations.fromMillis(1_250));
      assertThat(about.getResourceType()).isEqualTo("a.Type");
      assertThat(about.getResourceName()).isEqualTo("a/name");
      com.google.rpc.Status rich =
          Objects.requireNonNull(StatusProto.fromStatusAndTrailers(failure.getStatus(), trailers));
      assertThat(rich.getMessage()).isEqualTo("too many");
      assertThat(rich.getDetailsCount()).isEqualTo(2);

      assertThat(connection.server().sessions().created()).isEqualTo(3);
      assertThat(connection.server().sessions().requested()).isEqualTo(7);
      RpcCounters counters = connection.server().counters();
      assertThat(counters.count(BATCH)).isEqualTo(2);
      assertThat(counters.method(BATCH).ok()).isEqualTo(1);
      assertThat(counters.method(BATCH).errors()).isEqualTo(Map.of(RESOURCE_EXHAUSTED, 1L));
      assertThat(counters.method(BATCH).inProgress()).isZero();
      assertThat(connection.server().journal().entries())
          .extracting(RpcRecord::status, RpcRecord::sessions)
          .containsExactly(tuple(OK, 3), tuple(RESOURCE_EXHAUSTED, 0));
      assertThat(connection.server().faults().acts()).isEqualTo(Map.of("f", 1L));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Status.Code.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"OK"})
  void anyStatusIsPossible(Status.Code code) throws IOException {
    try (Connection connection = faulty(FaultRule.of("f", Fail.with(code, "by plan")))) {
      assertFails(code, "by plan", connection::createSession);
      assertThat(connection.server().counters().method(Rpc.CREATE_SESSION).errors())
          .isEqualTo(Map.of(code, 1L));
    }
  }

  @Test
  void aNamelessResourceIsTheSessionOfTheCall() throws IOException {
    FaultEffect lost =
        new Fail(
            NOT_FOUND,
            "Session not found",
            Optional.empty(),
            Optional.of(new Resource("type.googleapis.com/google.spanner.v1.Session", "")));
    try (Connection connection = faulty(FaultRule.of("f", lost, Rpc.EXECUTE_SQL))) {
      Session session = connection.createSession();
      StatusRuntimeException failure =
          assertNotFound("Session not found", () -> connection.execute(sql(session, QUERY)));
      assertThat(detail(failure, ResourceInfo.getDefaultInstance()).getResourceName())
          .isEqualTo(session.getName());
      // The session itself is unchanged.
      assertThat(connection.getSession(session.getName()).getName()).isEqualTo(session.getName());
    }
  }

  @Test
  void picksSessionsByNameAndNumberAndChannelsByNumber() throws IOException {
    try (Connection connection = Connection.to(overTcp())) {
      List<Session> sessions = connection.batchCreate(3).getSessionList();
      connection
          .server()
          .useFaults(
              FaultPlan.of(
                  FaultRule.of("name", Fail.with(ABORTED, "by name"))
                      .when(new OnSession(sessions.get(0).getName())),
                  FaultRule.of("number", Fail.with(ABORTED, "by number")).when(new OnSession("3")),
                  FaultRule.of("channel", Fail.with(ABORTED, "by channel"))
                      .when(new OnChannel(2))));
      assertFails(ABORTED, "by name", () -> connection.execute(sql(sessions.get(0), QUERY)));
      assertThat(connection.execute(sql(sessions.get(1), QUERY)).getRowsCount()).isEqualTo(1);
      assertFails(
          ABORTED, "by number", () -> connection.commit(Connection.commitOf(sessions.get(2))));
      ManagedChannel second = Connection.open(connection.server(), Transport.TCP);
      assertFails(
          ABORTED,
          "by channel",
          () -> SpannerGrpc.newBlockingStub(second).batchCreateSessions(batch(1)));
      second.shutdownNow();
      assertThat(connection.batchCreate(1).getSessionCount()).isEqualTo(1);
    }
  }

  @Test
  void batchesBeyondARateAreRefused() throws IOException {
    HandDrivenTime time = new HandDrivenTime();
    FaultEffect exhausted =
        new Fail(
            RESOURCE_EXHAUSTED, "quota", Optional.of(Duration.ofMillis(500)), Optional.empty());
    MockServerOptions options =
        inProcess(FaultRule.of("f", exhausted, BATCH).withAbovePerSecond(Optional.of(2.0)));
    try (Connection connection = Connection.to(options, time)) {
      connection.batchCreate(1);
      connection.batchCreate(1);
      assertFails(RESOURCE_EXHAUSTED, "quota", () -> connection.batchCreate(1));
      connection.createSession();
      time.setMillis(500);
      connection.batchCreate(1);
      assertFails(RESOURCE_EXHAUSTED, "quota", () -> connection.batchCreate(1));
    }
  }

  @Test
  void anAbortStormEndsWithItsWindow() throws IOException {
    HandDrivenTime time = new HandDrivenTime();
    FaultEffect aborted =
        new Fail(ABORTED, "storm", Optional.of(Duration.ofMillis(10)), Optional.empty());
    MockServerOptions options =
        inProcess(
            FaultRule.of("f", aborted, Rpc.COMMIT)
                .when(new During(Duration.ofMillis(50), Duration.ofMillis(80))));
    try (Connection connection = Connection.to(options, time)) {
      CommitRequest.Builder commit = Connection.commitOf(connection.createSession());
      connection.commit(commit);
      time.setMillis(50);
      assertFails(ABORTED, "storm", () -> connection.commit(commit));
      time.setMillis(80);
      connection.commit(commit);
      assertThat(connection.server().counters().method(Rpc.COMMIT).errors())
          .isEqualTo(Map.of(ABORTED, 1L));
    }
  }

  @Test
  void aNewPlanCountsFromItsStart() throws IOException {
    try (Connection connection = faulty()) {
      connection.batchCreate(1);
      connection.batchCreate(1);
      connection
          .server()
          .useFaults(FaultPlan.of(FaultRule.of("f", GONE, BATCH).when(new Calls(2, 2))));
      connection.batchCreate(1);
      assertFails(UNAVAILABLE, "gone away", () -> connection.batchCreate(1));
      connection.server().useFaults(FaultPlan.NONE);
      connection.batchCreate(1);
      assertThat(connection.server().faults().hits()).isZero();
    }
  }

  @Test
  void everyCallIsCountedDespiteFaults() throws Exception {
    MockServerOptions options =
        overTcp(
            FaultRule.of("fail", GONE).when(new Chance(0.1)),
            FaultRule.of("lose", new LoseSessions(Duration.ofMillis(1))).when(new Chance(0.1)),
            FaultRule.of("short", new ShortBatch(0.3), BATCH).when(new Chance(0.2)),
            FaultRule.of("drop", new DropConnection()).when(new Chance(0.02)),
            FaultRule.of("go", new GoAway()).when(new Chance(0.02)));
    try (Connection connection = Connection.to(options)) {
      var stub = connection.futures().withWaitForReady();
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
      long errors = counters.method(BATCH).errors().values().stream().mapToLong(n -> n).sum();
      assertThat(counters.method(BATCH).ok() + errors + counters.method(BATCH).unanswered())
          .isEqualTo(counters.count(BATCH));
      assertThat(counters.method(BATCH).inProgress()).isZero();
      assertThat(errors).isPositive();
      assertThat(counters.method(BATCH).unanswered()).isPositive();
      // A call may be lost before it reaches the server, so the client may see more failures.
      assertThat((long) failed).isGreaterThanOrEqualTo(errors);
    }
  }

  private static <T extends Message> T detail(StatusRuntimeException failure, T prototype) {
    return Objects.requireNonNull(
        Objects.requireNonNull(failure.getTrailers()).get(ProtoUtils.keyForProto(prototype)));
  }
}
