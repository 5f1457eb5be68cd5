package dev.sessionbench.mock.query;

import static dev.sessionbench.mock.Connection.QUERY;
import static dev.sessionbench.mock.Connection.UPDATE;
import static dev.sessionbench.mock.Connection.begin;
import static dev.sessionbench.mock.Connection.id;
import static dev.sessionbench.mock.Connection.partitionedDml;
import static dev.sessionbench.mock.Connection.sql;
import static dev.sessionbench.mock.Failures.assertFails;
import static io.grpc.Status.Code.FAILED_PRECONDITION;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.spanner.v1.ResultSet;
import dev.sessionbench.mock.SpannerRpcFixture;
import org.junit.jupiter.api.Test;

/** Partitioned DML. */
class PartitionedDmlTest extends SpannerRpcFixture {
  @Test
  void partitionedDmlGivesALowerBoundAndRunsNoQueries() {
    ResultSet updated =
        stub().executeSql(sql(session, UPDATE).setTransaction(begin(partitionedDml())).build());
    assertThat(updated.getStats().getRowCountLowerBound()).isEqualTo(1);
    assertThat(updated.getStats().hasRowCountExact()).isFalse();
    assertFails(
        INVALID_ARGUMENT,
        "PartitionedDml Transactions may only",
        () ->
            stub().executeSql(sql(session, QUERY).setTransaction(begin(partitionedDml())).build()));
  }

  @Test
  void transactionIsForOneStatement() {
    ByteString id = beginOn(session, partitionedDml()).getId();
    ResultSet first = update(session, id(id), UPDATE, 1);

    assertFails(
        INVALID_ARGUMENT,
        "may only be used to execute one statement",
        () -> update(session, id(id), UPDATE, 2));
    assertThat(update(session, id(id), UPDATE, 1)).as("repeated").isEqualTo(first);
  }

  @Test
  void insertAndThenReturnAreRefused() {
    assertFails(
        INVALID_ARGUMENT,
        "INSERT is not supported",
        () -> update(session, begin(partitionedDml()), INSERT, 1));
    assertFails(
        INVALID_ARGUMENT,
        "fully partitionable",
        () -> update(session, begin(partitionedDml()), RETURNING, 1));
  }

  @Test
  void itIsNeitherCommittedNorRolledBackNorBatched() {
    ByteString id = beginOn(session, partitionedDml()).getId();

    assertFails(FAILED_PRECONDITION, "partitioned-dml", () -> commit(session, id));
    assertFails(FAILED_PRECONDITION, "partitioned-dml", () -> rollback(id));
    assertFails(INVALID_ARGUMENT, "read-write", () -> batch(session, id(id), UPDATE));
  }
}
