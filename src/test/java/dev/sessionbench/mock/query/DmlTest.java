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
import com.google.spanner.v1.CommitRequest;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.Session;
import com.google.spanner.v1.TransactionSelector;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.SpannerRpcFixture;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests updates by ExecuteSql and ExecuteStreamingSql. */
class DmlTest extends SpannerRpcFixture {
  @Test
  void updateIsStreamedWithPresentRowTypeAndExactCount() {
    List<PartialResultSet> parts = stream(sql(session, UPDATE).setTransaction(begin(readWrite())));

    assertThat(parts).hasSize(1);
    assertThat(parts.get(0).getMetadata().hasRowType()).isTrue();
    assertThat(parts.get(0).getStats().getRowCountExact()).isEqualTo(1);
    assertThat(parts.get(0).getMetadata().getTransaction().getId().isEmpty()).isFalse();
    assertThat(parts.get(0).hasPrecommitToken()).isFalse();
  }

  @Test
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
  void repeatedRequestIsAnsweredAsAtFirstAndTakesEffectOnce() {
    for (Session on : List.of(session, multiplexed)) {
      ResultSet first = update(on, begin(readWrite()), UPDATE, 1);
      ByteString id = first.getMetadata().getTransaction().getId();
      ResultSet second = update(on, id(id), RETURNING, 2);

      assertThat(update(on, id(id), RETURNING, 2)).isEqualTo(second);
      assertThat(update(on, id(id), UPDATE, 1)).isEqualTo(first);
      CommitRequest.Builder commit =
          Connection.commitOf(on).setTransactionId(id).setReturnCommitStats(true);
      if (second.hasPrecommitToken()) {
        commit.setPrecommitToken(second.getPrecommitToken());
      }
      assertThat(connection.commit(commit).getCommitStats().getMutationCount()).isEqualTo(1 + 2);
    }
  }

  @Test
  void otherRequestWithAKnownSequenceNumberIsInvalid() {
    ByteString id = begun(session);
    update(session, id(id), UPDATE, 3);

    assertInvalid(
        "Previously received a different request with this seqno. seqno=3",
        () -> update(session, id(id), INSERT, 3));
    assertThat(update(session, id(id), INSERT, 4).getStats().getRowCountExact()).isEqualTo(1);
  }

  @Test
  void newRequestWithALowerSequenceNumberEndsTheTransaction() {
    ByteString id = begun(session);
    update(session, id(id), UPDATE, 3);

    assertInvalid("Request seqno=2. Last seen seqno=3.", () -> update(session, id(id), UPDATE, 2));
    assertUnmet("out-of-order", () -> update(session, id(id), UPDATE, 4));
  }

  @Test
  void failureIsRepeatedToo() {
    ByteString id = begun(session);
    ExecuteSqlRequest.Builder request =
        sql(session, UPDATE)
            .setTransaction(id(id))
            .setSeqno(1)
            .setPartitionToken(ByteString.copyFromUtf8("0/1"));
    for (int i = 0; i < 2; i++) {
      assertInvalid("cannot be partitioned", () -> execute(request));
    }
    assertThat(update(session, id(id), UPDATE, 2).getStats().getRowCountExact()).isEqualTo(1);
  }

  @Test
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
  void updateWithoutInlineBeginHasNoTransactionInItsReply() {
    ByteString id = begun(session);

    assertThat(update(session, id(id), UPDATE, 1).getMetadata().hasTransaction()).isFalse();
  }
}
