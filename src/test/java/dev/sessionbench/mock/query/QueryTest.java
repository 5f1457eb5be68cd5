package dev.sessionbench.mock.query;

import static dev.sessionbench.mock.Connection.QUERY;
import static dev.sessionbench.mock.Connection.UPDATE;
import static dev.sessionbench.mock.Connection.begin;
import static dev.sessionbench.mock.Connection.readWrite;
import static dev.sessionbench.mock.Connection.sql;
import static dev.sessionbench.mock.Failures.assertFails;
import static io.grpc.Status.Code.FAILED_PRECONDITION;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.NOT_FOUND;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.spanner.v1.DirectedReadOptions;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.ResultSetStats;
import com.google.spanner.v1.Session;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.SpannerRpcFixture;
import dev.sessionbench.mock.rpc.ServiceLimits;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Queries by ExecuteSql and ExecuteStreamingSql. */
class QueryTest extends SpannerRpcFixture {
  @Test
  void queryIsAnsweredWithItsRow() {
    ResultSet result = stub().executeSql(sql(session, QUERY).build());

    assertThat(result.getMetadata().getRowType().getFields(0).getName()).isEqualTo("COL1");
    assertThat(result.getRowsList()).hasSize(1);
    assertThat(result.getRows(0).getValues(0).getStringValue()).isEqualTo("1");
    assertThat(result.getMetadata().hasTransaction()).isFalse();
  }

  @Test
  void poolsPingIsRegistered() {
    assertThat(stub().executeSql(sql(session, "SELECT 1").build()).getRowsCount()).isEqualTo(1);
  }

  @Test
  void unregisteredStatementIsInvalidAndNamed() {
    assertFails(
        INVALID_ARGUMENT, "SELECT 2", () -> stub().executeSql(sql(session, "SELECT 2").build()));
    assertFails(INVALID_ARGUMENT, "SELECT 2", () -> stream(sql(session, "SELECT 2").build()));
  }

  @Test
  void registeredErrorIsAnsweredAndBeginsNothing() {
    assertFails(
        FAILED_PRECONDITION,
        "broken",
        () -> stream(sql(session, BROKEN).setTransaction(begin(readWrite())).build()));
  }

  @Test
  void planHasNeitherRowsNorCount() {
    ExecuteSqlRequest.QueryMode plan = ExecuteSqlRequest.QueryMode.PLAN;
    ResultSet query = stub().executeSql(sql(session, QUERY).setQueryMode(plan).build());
    ResultSet update =
        stub()
            .executeSql(
                sql(session, UPDATE).setQueryMode(plan).setTransaction(begin(readWrite())).build());

    assertThat(query.getRowsCount()).isZero();
    assertThat(query.getStats().hasQueryPlan()).isTrue();
    assertThat(update.getStats().getRowCountCase())
        .isEqualTo(ResultSetStats.RowCountCase.ROWCOUNT_NOT_SET);
  }

  @Test
  void pingKeepsItsSessionAlive() {
    for (int minutes = 0; minutes < 180; minutes += 30) {
      clock.advance(Duration.ofMinutes(30));
      assertThat(stream(sql(session, "SELECT 1").build())).hasSize(1);
    }
    clock.advance(Duration.ofMinutes(60));

    assertFails(NOT_FOUND, "Session not found", () -> stream(sql(session, "SELECT 1").build()));
  }

  @Test
  void resultBeyondTheLimitMustBeStreamed() throws IOException {
    try (Connection strict =
        Connection.to(
            options()
                .withLimits(
                    ServiceLimits.SERVICE
                        .withResultBytes(1_000)
                        .withStreamMessageBytes(1 << 20)))) {
      Session on = strict.createSession();

      assertFails(
          FAILED_PRECONDITION,
          "Result set too large",
          () -> strict.stub().executeSql(sql(on, MANY).build()));
      assertFails(
          FAILED_PRECONDITION,
          "Result set too large",
          () -> strict.stub().read(read("MANY", "A").toBuilder().setSession(on.getName()).build()));
      assertThat(strict.stub().executeStreamingSql(sql(on, MANY).build()).hasNext()).isTrue();
      assertThat(strict.stub().executeSql(sql(on, QUERY).build()).getRowsCount()).isEqualTo(1);
    }
  }

  @Test
  void statementBeyondTheLimitIsInvalid() {
    String sql = "SELECT 1" + " ".repeat(1 << 20);

    assertFails(
        INVALID_ARGUMENT,
        "Query string length of 1048584 exceeds maximum allowed length of 1048576",
        () -> stub().executeSql(sql(session, sql).build()));
  }

  @Test
  void directedReadsAreForReadOnlyTransactionsAndTenReplicas() {
    DirectedReadOptions.Builder options = DirectedReadOptions.newBuilder();
    options.getIncludeReplicasBuilder().addReplicaSelectionsBuilder().setLocation("us-east1");
    ExecuteSqlRequest.Builder request = sql(session, QUERY).setDirectedReadOptions(options);

    assertThat(stub().executeSql(request.build()).getRowsCount()).isEqualTo(1);
    assertFails(
        INVALID_ARGUMENT,
        "Directed reads can only be performed in a read-only transaction.",
        () -> stub().executeSql(request.clone().setTransaction(begin(readWrite())).build()));
    for (int i = 0; i < 10; i++) {
      options.getIncludeReplicasBuilder().addReplicaSelectionsBuilder();
    }
    assertFails(
        INVALID_ARGUMENT,
        "at most 10",
        () -> stub().executeSql(request.clone().setDirectedReadOptions(options).build()));
  }
}
