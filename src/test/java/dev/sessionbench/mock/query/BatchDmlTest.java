package dev.sessionbench.mock.query;

import static dev.sessionbench.mock.Connection.QUERY;
import static dev.sessionbench.mock.Connection.UPDATE;
import static dev.sessionbench.mock.Connection.begin;
import static dev.sessionbench.mock.Connection.readOnly;
import static dev.sessionbench.mock.Connection.readWrite;
import static dev.sessionbench.mock.Failures.assertInvalid;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.rpc.Code;
import com.google.spanner.v1.ExecuteBatchDmlResponse;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.Shows;
import dev.sessionbench.mock.SpannerRpcFixture;
import org.junit.jupiter.api.Test;

/** Tests ExecuteBatchDml. */
class BatchDmlTest extends SpannerRpcFixture {
  @Test
  @Shows(of = Rpc.EXECUTE_BATCH_DML, value = "Stops at the first failure and keeps what succeeded")
  void batchDmlStopsAtTheFirstFailureAndKeepsWhatSucceeded() {
    ExecuteBatchDmlResponse response = batch(session, begin(readWrite()), UPDATE, "NOPE", UPDATE);

    assertThat(response.getResultSetsCount()).isEqualTo(1);
    assertThat(response.getStatus().getCode()).isEqualTo(Code.INVALID_ARGUMENT_VALUE);
    assertThat(response.getStatus().getMessage()).contains("NOPE");
    assertThat(response.getResultSets(0).getMetadata().getTransaction().getId().isEmpty())
        .isFalse();
  }

  @Test
  void batchDmlWhoseFirstStatementFailsBeginsNothing() {
    ExecuteBatchDmlResponse response = batch(session, begin(readWrite()), QUERY, UPDATE);

    assertThat(response.getResultSetsCount()).isZero();
    assertThat(response.getStatus().getMessage()).contains("only DML");
  }

  @Test
  void batchDmlOnMultiplexedSessionHasAToken() {
    ExecuteBatchDmlResponse response =
        batch(connection.createMultiplexed(), begin(readWrite()), UPDATE, UPDATE);

    assertThat(response.getStatus().getCode()).isZero();
    assertThat(response.getResultSetsList())
        .extracting(r -> r.getStats().getRowCountExact())
        .containsExactly(1L, 1L);
    assertThat(response.getResultSets(1).hasMetadata()).isFalse();
    assertThat(response.getPrecommitToken().getSeqNum()).isEqualTo(1);
  }

  @Test
  @Shows(of = Rpc.EXECUTE_BATCH_DML, value = "Needs a read-write transaction")
  void batchDmlNeedsAReadWriteTransactionAndStatements() {
    assertInvalid("read-write", () -> batch(session, begin(readOnly()), UPDATE));
    assertInvalid("at least one", () -> batch(session, begin(readWrite())));
  }

  @Test
  @Shows(of = Rpc.EXECUTE_BATCH_DML, value = "THEN RETURN gives counts and no rows")
  void thenReturnGivesItsCountAndNoRows() {
    ExecuteBatchDmlResponse response = batch(session, begin(readWrite()), RETURNING, UPDATE);

    assertThat(response.getResultSetsList()).allMatch(result -> result.getRowsCount() == 0);
    assertThat(response.getResultSetsList())
        .extracting(r -> r.getStats().getRowCountExact())
        .containsExactly(2L, 1L);
  }
}
