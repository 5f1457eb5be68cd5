package dev.sessionbench.mock.conformance;

import static dev.sessionbench.mock.Connection.DATABASE;
import static dev.sessionbench.mock.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.spanner.v1.DeleteSessionRequest;
import com.google.spanner.v1.GetSessionRequest;
import com.google.spanner.v1.ListSessionsRequest;
import com.google.spanner.v1.Session;
import dev.sessionbench.mock.Connection;
import io.grpc.Status;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which sessions there are as time passes. */
class SessionLifeTest {
  private Instant now = Instant.ofEpochSecond(1_800_000_000);
  private final Connection service;

  SessionLifeTest() throws IOException {
    service = Connection.to(Connection.profile("seed: 1").withClock(() -> now));
  }

  @AfterEach
  void close() {
    service.close();
  }

  private List<String> listed() {
    return service
        .stub()
        .listSessions(ListSessionsRequest.newBuilder().setDatabase(DATABASE).build())
        .getSessionsList()
        .stream()
        .map(Session::getName)
        .toList();
  }

  private Session get(String name) {
    return service.stub().getSession(GetSessionRequest.newBuilder().setName(name).build());
  }

  @Test
  void expiredSessionIsNeverListedThoughNobodyHasNamedIt() {
    String idle = service.createSession().getName();
    String used = service.createSession().getName();
    assertThat(listed()).containsExactly(idle, used);
    now = now.plus(Duration.ofMinutes(59));
    assertThat(get(used).getName()).isEqualTo(used);
    assertThat(listed()).as("to be listed is no use").containsExactly(idle, used);
    now = now.plus(Duration.ofMinutes(1));
    assertThat(listed()).containsExactly(used);
  }

  @Test
  void getSessionKeepsASessionAliveForAnotherHour() {
    String session = service.createSession().getName();
    for (int i = 0; i < 3; i++) {
      now = now.plus(Duration.ofMinutes(59));
      assertThat(get(session).getApproximateLastUseTime().getSeconds())
          .isEqualTo(now.getEpochSecond());
    }
    now = now.plus(Duration.ofHours(1));
    assertFails(Status.Code.NOT_FOUND, "", () -> get(session));
  }

  @Test
  void multiplexedSessionIsNeverListedDeletedOrExpired() {
    String multiplexed = service.createMultiplexed().getName();
    assertThat(listed()).isEmpty();
    assertFails(
        Status.Code.INVALID_ARGUMENT,
        "",
        () ->
            service
                .stub()
                .deleteSession(DeleteSessionRequest.newBuilder().setName(multiplexed).build()));
    now = now.plus(Duration.ofDays(27));
    assertThat(service.server().dropExpiredSessions()).isZero();
    assertThat(get(multiplexed).getMultiplexed()).isTrue();
    assertThat(listed()).isEmpty();
  }
}
