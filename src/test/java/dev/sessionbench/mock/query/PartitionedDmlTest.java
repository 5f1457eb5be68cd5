package dev.sessionbench.mock.query;

import static dev.sessionbench.mock.Connection.QUERY;
import static dev.sessionbench.mock.Connection.UPDATE;
import static dev.sessionbench.mock.Connection.begin;
import static dev.sessionbench.mock.Connection.id;
import static dev.sessionbench.mock.Connection.partitionedDml;
import static dev.sessionbench.mock.Connection.sql;
import static dev.sessionbench.mock.Failures.assertInvalid;
import static dev.sessionbench.mock.Failures.assertUnmet;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.spanner.v1.ResultSet;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.Shows;
import dev.sessionbench.mock.SpannerRpcFixture;
import org.junit.jupiter.api.Test;

/** Tests partitioned DML. */
class PartitionedDmlTest extends SpannerRpcFixture {
  @Test
  @Shows(of = Rpc.EXECUTE_SQL, value = "Partitioned DML gives a lower bound and runs no queries")
  void partitionedDmlGivesALowerBoundAndRunsNoQueries() {
    ResultSet updated = execute(sql(session, UPDATE).setTransaction(begin(partitionedDml())));
    assertThat(updated.getStats().getRowCountLowerBound()).isEqualTo(1);
    assertThat(updated.getStats().hasRowCountExact()).isFalse();
    assertInvalid(
        "PartitionedDml Transactions may only",
        () -> execute(sql(session, QUERY).setTransaction(begin(partitionedDml()))));
  }

  @Test
  @Shows(of = Rpc.EXECUTE_SQL, value = "A partitioned DML transaction runs one statement")
  void transactionIsForOneStatement() {
    ByteString id = beginOn(session, partitionedDml()).getId();
    update(session, id(id), UPDATE, 1);

    assertInvalid(
        "may only be used to execute one statement", () -> update(session, id(id), UPDATE, 2));
  }

  @Test
  void itIsNeitherCommittedNorRolledBackNorBatched() {
    ByteString id = beginOn(session, partitionedDml()).getId();

    assertUnmet("partitioned-dml", () -> commit(session, id));
    assertUnmet("partitioned-dml", () -> rollback(id));
    assertInvalid("read-write", () -> batch(session, id(id), UPDATE));
  }
}
