package dev.sessionbench.mock.session;

import static dev.sessionbench.mock.Connection.QUERY;
import static dev.sessionbench.mock.Connection.UPDATE;
import static dev.sessionbench.mock.Connection.begin;
import static dev.sessionbench.mock.Connection.commitOf;
import static dev.sessionbench.mock.Connection.id;
import static dev.sessionbench.mock.Connection.readWrite;
import static dev.sessionbench.mock.Connection.sql;
import static dev.sessionbench.mock.Failures.assertInvalid;
import static dev.sessionbench.mock.Failures.assertUnmet;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.ListValue;
import com.google.protobuf.util.Timestamps;
import com.google.spanner.v1.CommitRequest;
import com.google.spanner.v1.CommitResponse;
import com.google.spanner.v1.Mutation;
import com.google.spanner.v1.ResultSet;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.Shows;
import dev.sessionbench.mock.SpannerRpcFixture;
import org.junit.jupiter.api.Test;

/** Tests Commit and Rollback. */
class CommitTest extends SpannerRpcFixture {
  @Test
  @Shows(of = Rpc.COMMIT, value = "Repeated, it gives the first answer; timestamps increase")
  void begunTransactionCommitsOnceAndAnswersAgainTheSame() {
    ByteString id = begun(session);
    CommitResponse first = commit(session, id);
    CommitResponse other = commit(session, begun(session));

    assertThat(commit(session, id)).isEqualTo(first);
    assertThat(Timestamps.compare(other.getCommitTimestamp(), first.getCommitTimestamp()))
        .as("timestamps increase although the clock stands")
        .isPositive();
  }

  @Test
  @Shows(of = Rpc.ROLLBACK, value = "Idempotent, final, impossible after commit")
  void rollbackIsIdempotentAndFinal() {
    ByteString id = begun(session);
    rollback(id);
    rollback(id);
    rollback(ByteString.copyFromUtf8("unknown"));

    assertUnmet("rolled back", () -> commit(session, id));
    assertUnmet(
        "after Commit() or Rollback()", () -> execute(sql(session, QUERY).setTransaction(id(id))));
  }

  @Test
  void committedTransactionCannotBeRolledBack() {
    ByteString id = begun(session);
    commit(session, id);

    assertUnmet("has been committed", () -> rollback(id));
  }

  @Test
  void readOnlyTransactionCannotBeCommitted() {
    ByteString id = beginOn(session, strong()).getId();

    assertUnmet("read-only", () -> commit(session, id));
  }

  @Test
  void commitNeedsATransaction() {
    assertInvalid(
        "transaction_id",
        () -> stub().commit(CommitRequest.newBuilder().setSession(session.getName()).build()));
  }

  @Test
  @Shows(of = Rpc.COMMIT, value = "Counts mutations, and returns the count on request")
  void commitStatsCountCellsKeysAndRowsOfDml() {
    ResultSet updated = execute(sql(session, UPDATE).setTransaction(begin(readWrite())));
    CommitRequest.Builder request =
        commitOf(session, INSERT_TWO_BY_TWO, DELETE_ALL)
            .setTransactionId(updated.getMetadata().getTransaction().getId())
            .setReturnCommitStats(true);

    assertThat(connection.commit(request).getCommitStats().getMutationCount()).isEqualTo(4 + 1 + 1);
    assertThat(commitOnce(session).hasCommitStats()).isFalse();
  }

  @Test
  @Shows(of = Rpc.COMMIT, value = "Takes at most 80,000 mutations")
  void eightyThousandMutationsAreAcceptedAndOneMoreIsNot() {
    Mutation.Builder many = Mutation.newBuilder();
    many.getInsertBuilder().setTable("FOO").addColumns("A");
    ListValue one = row("1");
    for (int i = 0; i < 80_000; i++) {
      many.getInsertBuilder().addValues(one);
    }
    CommitRequest.Builder request = commitOf(session, many.build());

    assertThat(connection.commit(request).hasCommitTimestamp()).isTrue();
    assertInvalid(
        "The transaction contains too many mutations.",
        () -> connection.commit(request.addMutations(DELETE_ALL)));
  }

  @Test
  @Shows(of = Rpc.COMMIT, value = "Malformed mutations are INVALID_ARGUMENT")
  void malformedMutationsAreInvalidAndNamed() {
    assertInvalid("no operation", () -> commitOnce(Mutation.getDefaultInstance()));
    Mutation.Write row =
        Mutation.Write.newBuilder()
            .setTable("FOO")
            .addColumns("A")
            .addColumns("B")
            .addValues(row("1"))
            .build();
    assertInvalid(
        "row 0 has 1 values", () -> commitOnce(Mutation.newBuilder().setUpdate(row).build()));
    assertInvalid(
        "Mutation does not specify table",
        () -> commitOnce(Mutation.newBuilder().setReplace(row.toBuilder().clearTable()).build()));
    Mutation.Builder range = Mutation.newBuilder();
    range.getDeleteBuilder().setTable("FOO").getKeySetBuilder().addRangesBuilder();
    assertInvalid(
        "Key range must contain either start_closed or start_open.",
        () -> commitOnce(range.build()));
  }

  private void commitOnce(Mutation mutation) {
    connection.commit(commitOf(session, mutation));
  }
}
