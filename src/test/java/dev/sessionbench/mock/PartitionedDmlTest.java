package dev.sessionbench.mock;

import static dev.sessionbench.mock.Connection.QUERY;
import static dev.sessionbench.mock.Connection.UPDATE;
import static dev.sessionbench.mock.Connection.begin;
import static dev.sessionbench.mock.Connection.partitionedDml;
import static dev.sessionbench.mock.Connection.sql;
import static dev.sessionbench.mock.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.spanner.v1.ResultSet;
import io.grpc.Status;
import org.junit.jupiter.api.Test;

/** Partitioned DML. */
class PartitionedDmlTest extends SpannerRpcFixture {
  @Test
  void partitionedDmlGivesALowerBoundAndRunsNoQueries() {
    ResultSet updated =
        connection
            .stub()
            .executeSql(sql(session, UPDATE).setTransaction(begin(partitionedDml())).build());
    assertThat(updated.getStats().getRowCountLowerBound()).isEqualTo(1);
    assertThat(updated.getStats().hasRowCountExact()).isFalse();
    assertFails(
        Status.Code.INVALID_ARGUMENT,
        "partitioned DML",
        () ->
            connection
                .stub()
                .executeSql(sql(session, QUERY).setTransaction(begin(partitionedDml())).build()));
  }
}
