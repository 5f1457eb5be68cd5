package dev.sessionbench.mock.session;

import static dev.sessionbench.mock.Connection.DATABASE;
import static dev.sessionbench.mock.Connection.QUERY;
import static dev.sessionbench.mock.Connection.sql;
import static dev.sessionbench.mock.Failures.assertInvalid;
import static dev.sessionbench.mock.Failures.assertNotFound;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.rpc.ResourceInfo;
import com.google.spanner.v1.Session;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.ServerFixture;
import dev.sessionbench.mock.Shows;
import dev.sessionbench.mock.session.SessionStore.SessionStatistics;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.protobuf.StatusProto;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SessionRpcsTest extends ServerFixture {
  @Override
  public MockServerOptions options() {
    return super.options().withBatchLimit(10);
  }

  @Test
  @Shows(of = Rpc.CREATE_SESSION, value = "Sets name, labels, role and times of the session")
  void createdSessionKeepsLabelsRoleAndTimes() {
    Session.Builder template =
        Session.newBuilder().putLabels("env", "dev").setCreatorRole("reader");
    Session created = connection.create(DATABASE, template);

    assertThat(created.getName()).matches(DATABASE + "/sessions/[^/]+");
    assertThat(created.getLabelsMap()).containsEntry("env", "dev");
    assertThat(created.getCreatorRole()).isEqualTo("reader");
    assertThat(created.getCreateTime().getSeconds()).isEqualTo(clock.instant().getEpochSecond());
    assertThat(get(created)).isEqualTo(created);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 9, 10, 11, Integer.MAX_VALUE})
  @Shows(
      of = Rpc.BATCH_CREATE_SESSIONS,
      value = "Creates 1 to 100 sessions; a larger request gets 100")
  void batchCreatesWhatWasAskedUpToTheLimit(int asked) {
    assertThat(connection.batchCreate(asked).getSessionList())
        .hasSize(Math.min(asked, 10))
        .doesNotHaveDuplicates();
    assertThat(connection.server().sessions())
        .isEqualTo(
            new SessionStatistics(asked, Math.min(asked, 10), Math.min(asked, 10), 0, 0, 0, 0));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
  void batchOfNoneIsInvalid(int asked) {
    assertInvalid("Invalid number of sessions", () -> connection.batchCreate(asked));
  }

  @Test
  @Shows(of = Rpc.BATCH_CREATE_SESSIONS, value = "Creates no multiplexed sessions")
  void batchCannotCreateMultiplexedSessions() {
    assertInvalid(
        "multiplexed",
        () ->
            stub()
                .batchCreateSessions(
                    Connection.batch(1).toBuilder()
                        .setSessionTemplate(Session.newBuilder().setMultiplexed(true))
                        .build()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "d", "projects/p/instances/i/databases/", DATABASE + "/sessions/1"})
  @Shows(of = Rpc.CREATE_SESSION, value = "A malformed database name is INVALID_ARGUMENT")
  void malformedDatabaseIsInvalid(String database) {
    assertInvalid("Invalid database name", () -> connection.create(database, Session.newBuilder()));
    assertInvalid(
        "Invalid database name",
        () ->
            stub()
                .batchCreateSessions(
                    Connection.batch(1).toBuilder().setDatabase(database).build()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "s", DATABASE, DATABASE + "/sessions/", DATABASE + "/sessions/1/2"})
  @Shows("A malformed session name is INVALID_ARGUMENT")
  void malformedSessionIsInvalid(String name) {
    assertInvalid("Invalid session name", () -> get(Session.newBuilder().setName(name).build()));
  }

  @ParameterizedTest
  @EnumSource(Transport.class)
  @Shows("An unknown or expired session is NOT_FOUND, with `google.rpc.ResourceInfo` as a trailer")
  void unknownSessionIsNotFoundAndNamedInTheTrailers(Transport transport) throws IOException {
    String name = DATABASE + "/sessions/unknown";
    try (Connection other = Connection.to(MockServerOptions.defaults().withTransport(transport))) {
      StatusRuntimeException failure =
          assertNotFound(
              "Session not found: " + name,
              () -> other.execute(sql(Session.newBuilder().setName(name).build(), QUERY)));

      ResourceInfo session =
          ResourceInfo.newBuilder()
              .setResourceType("type.googleapis.com/google.spanner.v1.Session")
              .setResourceName(name)
              .build();
      Metadata trailers = Status.trailersFromThrowable(failure);
      assertThat(trailers.get(ProtoUtils.keyForProto(ResourceInfo.getDefaultInstance())))
          .isEqualTo(session);
      assertThat(StatusProto.fromThrowable(failure).getDetails(0).is(ResourceInfo.class)).isTrue();
    }
  }

  @Test
  @Shows(of = Rpc.DELETE_SESSION, value = "Ends the session and its transactions")
  void deletedSessionIsGone() {
    Session session = connection.createSession();
    delete(session);

    assertNotFound("Session not found", () -> get(session));
    assertNotFound("Session not found", () -> delete(session));
    assertThat(connection.server().sessions())
        .isEqualTo(new SessionStatistics(1, 1, 0, 1, 0, 0, 0));
  }

  @Test
  void multiplexedSessionCannotBeDeletedAndIsCountedApart() {
    Session session = connection.createMultiplexed();

    assertThat(session.getMultiplexed()).isTrue();
    assertInvalid("multiplexed", () -> delete(session));
    assertThat(get(session).getName()).isEqualTo(session.getName());
    assertThat(connection.server().sessions())
        .isEqualTo(new SessionStatistics(0, 0, 0, 0, 0, 0, 1));
  }
}
