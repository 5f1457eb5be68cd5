package dev.sessionbench.mock.session;

import static dev.sessionbench.mock.Failures.assertNotFound;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.Session;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.ServerFixture;
import dev.sessionbench.mock.Shows;
import dev.sessionbench.mock.session.SessionStore.SessionStatistics;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SessionExpiryTest extends ServerFixture {
  @Test
  @Shows(of = Rpc.LIST_SESSIONS, value = "Omits expired sessions and keeps no session alive")
  void expiredSessionIsNeverListed() {
    Session idle = connection.createSession();
    Session used = connection.createSession();
    clock.advance(Duration.ofMinutes(59));
    get(used);
    assertThat(list(""))
        .as("to be listed is no use")
        .containsExactly(idle.getName(), used.getName());
    clock.advance(Duration.ofMinutes(1));
    assertThat(list("")).containsExactly(used.getName());
  }

  @Test
  @Shows(of = Rpc.GET_SESSION, value = "Keeps the session alive; the reply has its last use")
  void getSessionKeepsASessionAliveForAnotherHour() {
    Session session = connection.createSession();
    for (int i = 0; i < 3; i++) {
      clock.advance(Duration.ofMinutes(59));
      assertThat(get(session).getApproximateLastUseTime().getSeconds())
          .isEqualTo(clock.instant().getEpochSecond());
    }
    clock.advance(Duration.ofHours(1));
    assertNotFound("Session not found", () -> get(session));
  }

  @Test
  @Shows(
      of = Rpc.CREATE_SESSION,
      value = "Multiplexed sessions are never listed, deleted or expired")
  void multiplexedSessionIsNeverListedOrExpired() {
    Session multiplexed = connection.createMultiplexed();
    clock.advance(Duration.ofDays(27));
    assertThat(connection.server().dropExpiredSessions()).isZero();
    assertThat(get(multiplexed).getMultiplexed()).isTrue();
    assertThat(list("")).isEmpty();
  }

  @Test
  void idleSessionExpiresAfterAnHourAndUsedOneDoesNot() {
    Session idle = connection.createSession();
    Session used = connection.createSession();
    Session multiplexed = connection.createMultiplexed();
    clock.advance(Duration.ofMinutes(59));
    get(used);
    clock.advance(Duration.ofMinutes(1));

    assertNotFound("Session not found", () -> get(idle));
    assertThat(get(used).getName()).isEqualTo(used.getName());
    assertThat(get(multiplexed).getMultiplexed()).isTrue();
    assertThat(connection.server().sessions().alive()).isEqualTo(1);
  }

  @Test
  void creationsSweepUnusedExpiredSessions() {
    connection.batchCreate(10);
    clock.advance(Duration.ofHours(1));
    connection.batchCreate(10);
    connection.batchCreate(10);

    assertThat(connection.server().sessions())
        .isEqualTo(new SessionStatistics(30, 30, 20, 0, 10, 0, 0));
  }

  @Test
  void expiredSessionsAreDroppedWithoutTraffic() {
    connection.batchCreate(10);
    clock.advance(Duration.ofMinutes(30));
    Session used = connection.createSession();
    Session multiplexed = connection.createMultiplexed();
    clock.advance(Duration.ofMinutes(30));

    assertThat(connection.server().dropExpiredSessions()).isEqualTo(10);
    assertThat(connection.server().dropExpiredSessions()).isZero();
    assertThat(connection.server().sessions())
        .isEqualTo(new SessionStatistics(11, 11, 1, 0, 10, 0, 1));
    assertThat(get(used).getName()).isEqualTo(used.getName());
    assertThat(get(multiplexed).getName()).isEqualTo(multiplexed.getName());
  }

  @Test
  void idleMultiplexedSessionsForgetTheirTransactions() {
    Session session = connection.createMultiplexed();
    ExecuteSqlRequest begin =
        Connection.sql(session, Connection.QUERY)
            .setTransaction(Connection.begin(Connection.readOnly()))
            .build();
    ByteString id = stub().executeSql(begin).getMetadata().getTransaction().getId();
    ExecuteSqlRequest again =
        Connection.sql(session, Connection.QUERY).setTransaction(Connection.id(id)).build();
    clock.advance(Duration.ofMinutes(59));
    assertThat(connection.server().dropExpiredSessions()).isZero();
    assertThat(stub().executeSql(again).getRowsCount()).isEqualTo(1);

    clock.advance(Duration.ofHours(1));
    assertThat(connection.server().dropExpiredSessions()).isZero();
    assertNotFound("Transaction not found", () -> stub().executeSql(again));
  }
}
