package dev.sessionbench.mock;

import static dev.sessionbench.mock.Connection.QUERY;
import static dev.sessionbench.mock.Connection.UPDATE;
import static dev.sessionbench.mock.Connection.begin;
import static dev.sessionbench.mock.Connection.readWrite;
import static dev.sessionbench.mock.Connection.sql;
import static dev.sessionbench.mock.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.ResultSetStats;
import io.grpc.Status;
import org.junit.jupiter.api.Test;

/** Queries by ExecuteSql and ExecuteStreamingSql. */
class QueryTest extends SpannerRpcFixture {
  @Test
  void queryIsAnsweredWithItsRow() {
    ResultSet result = connection.stub().executeSql(sql(session, QUERY).build());

    assertThat(result.getMetadata().getRowType().getFields(0).getName()).isEqualTo("COL1");
    assertThat(result.getRowsList()).hasSize(1);
    assertThat(result.getRows(0).getValues(0).getStringValue()).isEqualTo("1");
    assertThat(result.getMetadata().hasTransaction()).isFalse();
  }

  @Test
  void poolsPingIsRegistered() {
    assertThat(connection.stub().executeSql(sql(session, "SELECT 1").build()).getRowsCount())
        .isEqualTo(1);
  }

  @Test
  void unregisteredStatementIsInvalidAndNamed() {
    assertFails(
        Status.Code.INVALID_ARGUMENT,
        "SELECT 2",
        () -> connection.stub().executeSql(sql(session, "SELECT 2").build()));
    assertFails(
        Status.Code.INVALID_ARGUMENT, "SELECT 2", () -> stream(sql(session, "SELECT 2").build()));
  }

  @Test
  void registeredErrorIsAnsweredAndBeginsNothing() {
    assertFails(
        Status.Code.FAILED_PRECONDITION,
        "broken",
        () -> stream(sql(session, BROKEN).setTransaction(begin(readWrite())).build()));
  }

  @Test
  void planHasNeitherRowsNorCount() {
    ExecuteSqlRequest.QueryMode plan = ExecuteSqlRequest.QueryMode.PLAN;
    ResultSet query = connection.stub().executeSql(sql(session, QUERY).setQueryMode(plan).build());
    ResultSet update =
        connection
            .stub()
            .executeSql(
                sql(session, UPDATE).setQueryMode(plan).setTransaction(begin(readWrite())).build());

    assertThat(query.getRowsCount()).isZero();
    assertThat(query.getStats().hasQueryPlan()).isTrue();
    assertThat(update.getStats().getRowCountCase())
        .isEqualTo(ResultSetStats.RowCountCase.ROWCOUNT_NOT_SET);
  }
}
