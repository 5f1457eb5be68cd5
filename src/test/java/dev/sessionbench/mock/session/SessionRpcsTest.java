package dev.sessionbench.mock.session;

import static dev.sessionbench.mock.Connection.DATABASE;
import static dev.sessionbench.mock.Connection.QUERY;
import static dev.sessionbench.mock.Connection.sql;
import static dev.sessionbench.mock.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.rpc.ResourceInfo;
import com.google.spanner.v1.BatchCreateSessionsRequest;
import com.google.spanner.v1.CreateSessionRequest;
import com.google.spanner.v1.DeleteSessionRequest;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.ListSessionsRequest;
import com.google.spanner.v1.ListSessionsResponse;
import com.google.spanner.v1.Session;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.MovableClock;
import dev.sessionbench.model.Transport;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.protobuf.StatusProto;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SessionRpcsTest {
  private final MovableClock clock = new MovableClock();
  private Connection connection;

  @BeforeEach
  void connect() throws IOException {
    connection =
        Connection.to(
            MockServerOptions.defaults()
                .withTransport(Transport.INPROCESS)
                .withBatchLimit(10)
                .withClock(clock));
  }

  @AfterEach
  void disconnect() {
    connection.close();
  }

  @Test
  void createdSessionKeepsLabelsRoleAndTimes() {
    Session template =
        Session.newBuilder().putLabels("env", "dev").setCreatorRole("reader").build();
    Session created =
        connection
            .stub()
            .createSession(
                CreateSessionRequest.newBuilder()
                    .setDatabase(DATABASE)
                    .setSession(template)
                    .build());

    assertThat(created.getName()).matches(DATABASE + "/sessions/[^/]+");
    assertThat(created.getLabelsMap()).containsEntry("env", "dev");
    assertThat(created.getCreatorRole()).isEqualTo("reader");
    assertThat(created.getCreateTime().getSeconds()).isEqualTo(clock.instant().getEpochSecond());
    assertThat(get(created)).isEqualTo(created);
  }

  @Test
  void useMovesTheLastUseTime() {
    Session created = connection.createSession();
    clock.advance(Duration.ofMinutes(5));

    assertThat(get(created).getApproximateLastUseTime().getSeconds())
        .isEqualTo(created.getCreateTime().getSeconds() + 300);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 9, 10, 11, Integer.MAX_VALUE})
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
    assertFails(
        Status.Code.INVALID_ARGUMENT,
        "Invalid number of sessions",
        () -> connection.batchCreate(asked));
  }

  @Test
  void batchCannotCreateMultiplexedSessions() {
    assertFails(
        Status.Code.INVALID_ARGUMENT,
        "multiplexed",
        () ->
            connection
                .stub()
                .batchCreateSessions(
                    Connection.batch(1).toBuilder()
                        .setSessionTemplate(Session.newBuilder().setMultiplexed(true))
                        .build()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "d", "projects/p/instances/i/databases/", DATABASE + "/sessions/1"})
  void malformedDatabaseIsInvalid(String database) {
    assertFails(
        Status.Code.INVALID_ARGUMENT,
        "Invalid database name",
        () ->
            connection
                .stub()
                .createSession(CreateSessionRequest.newBuilder().setDatabase(database).build()));
    assertFails(
        Status.Code.INVALID_ARGUMENT,
        "Invalid database name",
        () ->
            connection
                .stub()
                .batchCreateSessions(
                    Connection.batch(1).toBuilder().setDatabase(database).build()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "s", DATABASE, DATABASE + "/sessions/", DATABASE + "/sessions/1/2"})
  void malformedSessionIsInvalid(String name) {
    assertFails(
        Status.Code.INVALID_ARGUMENT,
        "Invalid session name",
        () -> get(Session.newBuilder().setName(name).build()));
  }

  @ParameterizedTest
  @EnumSource(Transport.class)
  void unknownSessionIsNotFoundAndNamedInTheTrailers(Transport transport) throws IOException {
    String name = DATABASE + "/sessions/unknown";
    try (Connection other = Connection.to(MockServerOptions.defaults().withTransport(transport))) {
      StatusRuntimeException failure =
          assertFails(
              Status.Code.NOT_FOUND,
              "Session not found: " + name,
              () ->
                  other
                      .stub()
                      .executeSql(sql(Session.newBuilder().setName(name).build(), QUERY).build()));

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
  void deletedSessionIsGone() {
    Session session = connection.createSession();
    delete(session);

    assertFails(Status.Code.NOT_FOUND, "Session not found", () -> get(session));
    assertFails(Status.Code.NOT_FOUND, "Session not found", () -> delete(session));
    assertThat(connection.server().sessions())
        .isEqualTo(new SessionStatistics(1, 1, 0, 1, 0, 0, 0));
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
    ByteString id = connection.stub().executeSql(begin).getMetadata().getTransaction().getId();
    ExecuteSqlRequest again =
        Connection.sql(session, Connection.QUERY).setTransaction(Connection.id(id)).build();
    clock.advance(Duration.ofMinutes(59));
    assertThat(connection.server().dropExpiredSessions()).isZero();
    assertThat(connection.stub().executeSql(again).getRowsCount()).isEqualTo(1);

    clock.advance(Duration.ofHours(1));
    assertThat(connection.server().dropExpiredSessions()).isZero();
    assertFails(
        Status.Code.NOT_FOUND, "Transaction not found", () -> connection.stub().executeSql(again));
  }

  @Test
  void listPagesThroughRegularSessionsOfTheDatabaseOnly() {
    connection.createMultiplexed();
    connection
        .stub()
        .createSession(CreateSessionRequest.newBuilder().setDatabase(DATABASE + "2").build());
    List<String> created = new ArrayList<>();
    connection.batchCreate(7).getSessionList().forEach(s -> created.add(s.getName()));

    List<String> listed = new ArrayList<>();
    ListSessionsRequest request =
        ListSessionsRequest.newBuilder().setDatabase(DATABASE).setPageSize(3).build();
    List<Integer> pages = new ArrayList<>();
    ListSessionsResponse page;
    do {
      page = connection.stub().listSessions(request);
      page.getSessionsList().forEach(s -> listed.add(s.getName()));
      pages.add(page.getSessionsCount());
      request = request.toBuilder().setPageToken(page.getNextPageToken()).build();
    } while (!page.getNextPageToken().isEmpty());

    assertThat(listed).isEqualTo(created);
    assertThat(pages).containsExactly(3, 3, 1);
  }

  @Test
  void listFiltersByLabelAndIgnoresWhatItDoesNotKnow() {
    Session dev = createLabelled("env", "dev");
    Session prod = createLabelled("env", "prod");
    Session other = createLabelled("team", "a");

    assertThat(list("labels.env:*")).containsExactly(dev.getName(), prod.getName());
    assertThat(list("labels.ENV:DE")).containsExactly(dev.getName());
    assertThat(list("labels.env:\"prod\"")).containsExactly(prod.getName());
    assertThat(list("labels.env:* AND labels.team:a")).isEmpty();
    assertThat(list("anything else"))
        .containsExactly(dev.getName(), prod.getName(), other.getName());
  }

  @Test
  void foreignPageTokenIsInvalid() {
    assertFails(
        Status.Code.INVALID_ARGUMENT,
        "page token",
        () ->
            connection
                .stub()
                .listSessions(
                    ListSessionsRequest.newBuilder()
                        .setDatabase(DATABASE)
                        .setPageToken("x")
                        .build()));
  }

  @Test
  void multiplexedSessionCannotBeDeletedAndIsCountedApart() {
    Session session = connection.createMultiplexed();

    assertThat(session.getMultiplexed()).isTrue();
    assertFails(Status.Code.INVALID_ARGUMENT, "multiplexed", () -> delete(session));
    assertThat(get(session).getName()).isEqualTo(session.getName());
    assertThat(connection.server().sessions())
        .isEqualTo(new SessionStatistics(0, 0, 0, 0, 0, 0, 1));
  }

  private Session createLabelled(String key, String value) {
    return connection
        .stub()
        .createSession(
            CreateSessionRequest.newBuilder()
                .setDatabase(DATABASE)
                .setSession(Session.newBuilder().putLabels(key, value))
                .build());
  }

  private List<String> list(String filter) {
    return connection
        .stub()
        .listSessions(
            ListSessionsRequest.newBuilder().setDatabase(DATABASE).setFilter(filter).build())
        .getSessionsList()
        .stream()
        .map(Session::getName)
        .toList();
  }

  private Session get(Session session) {
    return connection.getSession(session.getName());
  }

  private void delete(Session session) {
    connection
        .stub()
        .deleteSession(DeleteSessionRequest.newBuilder().setName(session.getName()).build());
  }

  @Test
  void labelsFollowTheServicesRules() {
    String longest = "a".repeat(63);
    assertThat(createLabelled(longest, longest).getLabelsMap()).containsEntry(longest, longest);
    assertThat(createLabelled("a_1-b", "").getLabelsCount()).isEqualTo(1);

    for (String key : List.of("", "A", "1a", "a b", longest + "a")) {
      assertFails(
          Status.Code.INVALID_ARGUMENT,
          "Label keys must be between 1-63 characters long",
          () -> createLabelled(key, "v"));
    }
    for (String value : List.of("V", "a.b", longest + "a")) {
      assertFails(
          Status.Code.INVALID_ARGUMENT,
          "Non-empty label values must be between 1-63 characters long",
          () -> createLabelled("k", value));
    }
  }

  @Test
  void sessionHasAtMostSixtyFourLabels() {
    Session.Builder template = Session.newBuilder();
    for (int i = 0; i < 64; i++) {
      template.putLabels("k" + i, "v");
    }
    BatchCreateSessionsRequest.Builder request =
        Connection.batch(1).toBuilder().setSessionTemplate(template);
    assertThat(connection.stub().batchCreateSessions(request.build()).getSessionCount()).isOne();

    request.setSessionTemplate(template.putLabels("k64", "v"));
    assertFails(
        Status.Code.INVALID_ARGUMENT,
        "Too many labels: 65. There can be a maximum of 64 labels per resource.",
        () -> connection.stub().batchCreateSessions(request.build()));
  }
}
