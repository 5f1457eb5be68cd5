package dev.sessionbench.mock.session;

import static dev.sessionbench.mock.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.Session;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.session.SessionStore.SessionStatistics;
import io.grpc.Status;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SessionExpiryTest extends SessionRpcsFixture {
  @Test
  void useMovesTheLastUseTime() {
    Session created = connection.createSession();
    clock.advance(Duration.ofMinutes(5));

    assertThat(get(created).getApproximateLastUseTime().getSeconds())
        .isEqualTo(created.getCreateTime().getSeconds() + 300);
  }

  @Test
  void idleSessionExpiresAfterAnHourAndUsedOneDoesNot() {
    Session idle = connection.createSession();
    Session used = connection.createSession();
    Session multiplexed = connection.createMultiplexed();
    clock.advance(Duration.ofMinutes(59));
    get(used);
    clock.advance(Duration.ofMinutes(1));

    assertFails(Status.Code.NOT_FOUND, "Session not found", () -> get(idle));
    assertThat(get(used).getName()).isEqualTo(used.getName());
    assertThat(get(multiplexed).getMultiplexed()).isTrue();
    assertThat(connection.server().sessions().alive()).isEqualTo(1);
  }

  @Test
  void creationsSweepExpiredSessionsThatNobodyNames() {
    connection.batchCreate(10);
    clock.advance(Duration.ofHours(1));
    connection.batchCreate(10);
    connection.batchCreate(10);

    assertThat(connection.server().sessions())
        .isEqualTo(new SessionStatistics(30, 30, 20, 0, 10, 0, 0));
  }

  @Test
  void expiredSessionsThatNobodyNamesAreDroppedWithoutTraffic() {
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
  void whatAnIdleMultiplexedSessionHoldsIsForgotten() {
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
    assertFails(Status.Code.NOT_FOUND, "Transaction not found", () -> stub().executeSql(again));
  }
}
