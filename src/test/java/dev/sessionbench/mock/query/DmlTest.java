package dev.sessionbench.mock.query;

import static dev.sessionbench.mock.Connection.QUERY;
import static dev.sessionbench.mock.Connection.UPDATE;
import static dev.sessionbench.mock.Connection.begin;
import static dev.sessionbench.mock.Connection.id;
import static dev.sessionbench.mock.Connection.readOnly;
import static dev.sessionbench.mock.Connection.readWrite;
import static dev.sessionbench.mock.Connection.singleUse;
import static dev.sessionbench.mock.Connection.sql;
import static dev.sessionbench.mock.Failures.assertInvalid;
import static dev.sessionbench.mock.Failures.assertUnmet;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.TransactionSelector;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.Shows;
import dev.sessionbench.mock.SpannerRpcFixture;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests updates by ExecuteSql and ExecuteStreamingSql. */
class DmlTest extends SpannerRpcFixture {
  @Test
  @Shows(
      of = Rpc.EXECUTE_STREAMING_SQL,
      value = "DML has an empty row type, an exact count and inline begin")
  void updateIsStreamedWithPresentRowTypeAndExactCount() {
    List<PartialResultSet> parts = stream(sql(session, UPDATE).setTransaction(begin(readWrite())));

    assertThat(parts).hasSize(1);
    assertThat(parts.get(0).getMetadata().hasRowType()).isTrue();
    assertThat(parts.get(0).getStats().getRowCountExact()).isEqualTo(1);
    assertThat(parts.get(0).getMetadata().getTransaction().getId().isEmpty()).isFalse();
    assertThat(parts.get(0).hasPrecommitToken()).isFalse();
  }

  @Test
  @Shows(of = Rpc.EXECUTE_SQL, value = "DML needs a transaction that writes")
  void updateNeedsATransactionThatWrites() {
    for (TransactionSelector selector :
        List.of(
            TransactionSelector.getDefaultInstance(),
            begin(readOnly()),
            singleUse(readOnly()),
            singleUse(readWrite()))) {
      assertInvalid("DML statements", () -> execute(sql(session, UPDATE).setTransaction(selector)));
    }
    assertInvalid(
        "should be read_only",
        () -> execute(sql(session, QUERY).setTransaction(singleUse(readWrite()))));
  }

  @Test
  @Shows(of = Rpc.EXECUTE_SQL, value = "DML with THEN RETURN gives rows and the exact count")
  void thenReturnGivesRowsAndTheExactCount() {
    ResultSet result = update(session, begin(readWrite()), RETURNING, 1);

    assertThat(result.getRowsList())
        .extracting(row -> row.getValues(0).getStringValue())
        .containsExactly("x", "y");
    assertThat(result.getStats().getRowCountExact()).isEqualTo(2);
    assertThat(result.getMetadata().getTransaction().getId().isEmpty()).isFalse();
    List<PartialResultSet> parts =
        stream(sql(session, RETURNING).setTransaction(begin(readWrite())));
    assertThat(values(parts)).containsExactly("x", "y");
    assertThat(parts.get(parts.size() - 1).getStats().getRowCountExact()).isEqualTo(2);
  }

  @Test
  @Shows(of = Rpc.EXECUTE_SQL, value = "Only Commit or Rollback may follow the last statement")
  void nothingRunsAfterTheLastStatementButCommit() {
    ResultSet last =
        execute(
            sql(session, UPDATE)
                .setTransaction(begin(readWrite()))
                .setSeqno(1)
                .setLastStatement(true));
    ByteString id = last.getMetadata().getTransaction().getId();

    assertUnmet("last statement", () -> update(session, id(id), UPDATE, 2));
    assertThat(commit(session, id).hasCommitTimestamp()).isTrue();
  }

  @Test
  @Shows(of = Rpc.EXECUTE_SQL, value = "DML runs with and without inline begin")
  void updateWithoutInlineBeginHasNoTransactionInItsReply() {
    ByteString id = begun(session);

    assertThat(update(session, id(id), UPDATE, 1).getMetadata().hasTransaction()).isFalse();
  }
}
