package dev.sessionbench.mock.session;

import static dev.sessionbench.mock.Connection.QUERY;
import static dev.sessionbench.mock.Connection.sql;
import static dev.sessionbench.mock.Failures.assertInvalid;
import static dev.sessionbench.mock.Failures.assertNotFound;
import static dev.sessionbench.mock.FaultyServer.faulty;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.rpc.ResourceInfo;
import com.google.spanner.v1.BatchCreateSessionsResponse;
import com.google.spanner.v1.Session;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.HandDrivenTime;
import dev.sessionbench.mock.fault.FaultEffect.EmptyBatch;
import dev.sessionbench.mock.fault.FaultEffect.LoseSessions;
import dev.sessionbench.mock.fault.FaultEffect.ShortBatch;
import dev.sessionbench.mock.fault.FaultRule;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.ProtoUtils;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Tests faults of sessions: short or empty batches, and lost sessions. */
class SessionFaultTest {
  private static final Rpc BATCH = Rpc.BATCH_CREATE_SESSIONS;

  @Test
  void aShortBatchCreatesWhatItReturns() throws IOException {
    try (Connection connection = faulty(FaultRule.of("f", new ShortBatch(0.29), BATCH))) {
      assertThat(connection.batchCreate(100).getSessionCount()).as("a decimal").isEqualTo(29);
      assertThat(connection.batchCreate(1).getSessionCount()).isEqualTo(1);
      assertThat(connection.server().sessions().created()).isEqualTo(30);
      assertThat(connection.server().sessions().requested()).isEqualTo(101);
      assertInvalid("session", () -> connection.batchCreate(0));
    }
  }

  @Test
  void anEmptyBatchCreatesNothing() throws IOException {
    try (Connection connection = faulty(FaultRule.of("f", new EmptyBatch(), BATCH).withAtMost(1))) {
      assertThat(connection.batchCreate(25))
          .isEqualTo(BatchCreateSessionsResponse.getDefaultInstance());
      assertThat(connection.server().sessions().created()).isZero();
      assertThat(connection.server().counters().method(BATCH).ok()).isEqualTo(1);
      assertThat(connection.batchCreate(25).getSessionCount()).isEqualTo(25);
    }
  }

  @Test
  void aLostMultiplexedSessionIsNotCountedAsRegular() throws IOException {
    try (Connection connection =
        faulty(FaultRule.of("f", new LoseSessions(Duration.ZERO), Rpc.CREATE_SESSION))) {
      connection.createMultiplexed();
      assertThat(connection.server().sessions().alive()).isZero();
      assertThat(connection.server().sessions().lost()).isZero();
    }
  }

  @Test
  void sessionsAreLostAfterTheirCreation() throws IOException {
    try (Connection connection =
        faulty(FaultRule.of("f", new LoseSessions(Duration.ZERO), BATCH).withAtMost(1))) {
      List<Session> lost = connection.batchCreate(2).getSessionList();
      Session kept = connection.batchCreate(1).getSession(0);
      assertThat(lost).hasSize(2);
      StatusRuntimeException failure =
          assertNotFound("Session not found", () -> connection.execute(sql(lost.get(1), QUERY)));
      assertThat(
              Objects.requireNonNull(failure.getTrailers())
                  .containsKey(ProtoUtils.keyForProto(ResourceInfo.getDefaultInstance())))
          .isTrue();
      assertThat(connection.getSession(kept.getName()).getName()).isEqualTo(kept.getName());
      assertThat(connection.server().sessions().created()).isEqualTo(3);
      assertThat(connection.server().sessions().alive()).isEqualTo(1);
    }
  }

  @Test
  void sessionsAreLostWhenTheirLifeIsOver() throws Exception {
    HandDrivenTime time = new HandDrivenTime();
    try (Connection connection =
        faulty(
            time, FaultRule.of("f", new LoseSessions(Duration.ofMillis(40)), Rpc.CREATE_SESSION))) {
      Session session = connection.createSession();
      assertThat(connection.getSession(session.getName()).getName()).isEqualTo(session.getName());
      assertThat(time.nextDelaysNanos(1)).containsExactly(40_000_000L);
      assertNotFound("Session not found", () -> connection.getSession(session.getName()));
    }
  }

  @Test
  void aNamedSessionIsLostBeforeItsCallIsAnswered() throws IOException {
    try (Connection connection =
        faulty(FaultRule.of("f", new LoseSessions(Duration.ZERO), Rpc.EXECUTE_SQL).withAtMost(1))) {
      Session session = connection.createSession();
      assertNotFound("Session not found", () -> connection.execute(sql(session, QUERY)));
      assertThat(connection.server().sessions().alive()).isZero();
    }
  }
}
