package dev.sessionbench.mock.session;

import static dev.sessionbench.mock.Connection.QUERY;
import static dev.sessionbench.mock.Connection.UPDATE;
import static dev.sessionbench.mock.Connection.begin;
import static dev.sessionbench.mock.Connection.id;
import static dev.sessionbench.mock.Connection.readWrite;
import static dev.sessionbench.mock.Connection.sql;
import static dev.sessionbench.mock.Failures.assertFails;
import static io.grpc.Status.Code.FAILED_PRECONDITION;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.ListValue;
import com.google.protobuf.util.Timestamps;
import com.google.spanner.v1.CommitRequest;
import com.google.spanner.v1.CommitResponse;
import com.google.spanner.v1.Mutation;
import com.google.spanner.v1.ResultSet;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.SpannerRpcFixture;
import dev.sessionbench.mock.rpc.ServiceLimits;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Commit and Rollback. */
class CommitTest extends SpannerRpcFixture {
  @Test
  void begunTransactionCommitsOnceAndAnswersAgainTheSame() {
    ByteString id = beginOn(session, readWrite()).getId();
    CommitResponse first = commit(session, id);
    CommitResponse other = commit(session, beginOn(session, readWrite()).getId());

    assertThat(commit(session, id)).isEqualTo(first);
    assertThat(Timestamps.compare(other.getCommitTimestamp(), first.getCommitTimestamp()))
        .as("timestamps increase although the clock stands")
        .isPositive();
  }

  @Test
  void rollbackIsIdempotentAndFinal() {
    ByteString id = beginOn(session, readWrite()).getId();
    rollback(id);
    rollback(id);
    rollback(ByteString.copyFromUtf8("unknown"));

    assertFails(FAILED_PRECONDITION, "rolled back", () -> commit(session, id));
    assertFails(
        FAILED_PRECONDITION,
        "after Commit() or Rollback()",
        () -> stub().executeSql(sql(session, QUERY).setTransaction(id(id)).build()));
  }

  @Test
  void committedTransactionCannotBeRolledBack() {
    ByteString id = beginOn(session, readWrite()).getId();
    commit(session, id);

    assertFails(FAILED_PRECONDITION, "has been committed", () -> rollback(id));
  }

  @Test
  void readOnlyTransactionCannotBeCommitted() {
    ByteString id = beginOn(session, strong()).getId();

    assertFails(FAILED_PRECONDITION, "read-only", () -> commit(session, id));
  }

  @Test
  void commitNeedsATransaction() {
    assertFails(
        INVALID_ARGUMENT,
        "transaction_id",
        () -> stub().commit(CommitRequest.newBuilder().setSession(session.getName()).build()));
  }

  @Test
  void commitStatsCountCellsKeysAndRowsOfDml() {
    ResultSet updated =
        stub().executeSql(sql(session, UPDATE).setTransaction(begin(readWrite())).build());
    CommitRequest request =
        CommitRequest.newBuilder()
            .setSession(session.getName())
            .setTransactionId(updated.getMetadata().getTransaction().getId())
            .addMutations(INSERT_TWO_BY_TWO)
            .addMutations(DELETE_ALL)
            .setReturnCommitStats(true)
            .build();

    assertThat(stub().commit(request).getCommitStats().getMutationCount()).isEqualTo(4 + 1 + 1);
    assertThat(commitOnce(session).hasCommitStats()).isFalse();
  }

  @Test
  void mutationWithoutOperationIsInvalid() {
    assertFails(
        INVALID_ARGUMENT,
        "no operation",
        () ->
            stub()
                .commit(
                    CommitRequest.newBuilder()
                        .setSession(session.getName())
                        .setSingleUseTransaction(readWrite())
                        .addMutations(Mutation.getDefaultInstance())
                        .build()));
  }

  @Test
  void moreMutationsThanTheLimitAreRefusedWithTheServicesMessage() throws IOException {
    try (Connection strict =
        Connection.to(options().withLimits(ServiceLimits.SERVICE.withMutationsPerCommit(4)))) {
      CommitRequest four =
          CommitRequest.newBuilder()
              .setSession(strict.createSession().getName())
              .setSingleUseTransaction(readWrite())
              .addMutations(INSERT_TWO_BY_TWO)
              .build();

      assertThat(strict.stub().commit(four).hasCommitTimestamp()).isTrue();
      assertFails(
          INVALID_ARGUMENT,
          "The transaction contains too many mutations.",
          () -> strict.stub().commit(four.toBuilder().addMutations(DELETE_ALL).build()));
      assertFails(
          INVALID_ARGUMENT,
          "(Maximum number: 4)",
          () -> strict.stub().commit(four.toBuilder().addMutations(DELETE_ALL).build()));
    }
  }

  @Test
  void eightyThousandMutationsAreAcceptedAndOneMoreIsNot() {
    Mutation.Builder many = Mutation.newBuilder();
    many.getInsertBuilder().setTable("FOO").addColumns("A");
    ListValue row = ListValue.newBuilder().addValues(text("1")).build();
    for (int i = 0; i < 80_000; i++) {
      many.getInsertBuilder().addValues(row);
    }
    CommitRequest.Builder request =
        CommitRequest.newBuilder()
            .setSession(session.getName())
            .setSingleUseTransaction(readWrite())
            .addMutations(many);

    assertThat(stub().commit(request.build()).hasCommitTimestamp()).isTrue();
    assertFails(
        INVALID_ARGUMENT,
        "(Maximum number: 80000)",
        () -> stub().commit(request.addMutations(DELETE_ALL).build()));
  }

  @Test
  void malformedMutationsAreInvalidAndNamed() {
    Mutation.Write row =
        Mutation.Write.newBuilder()
            .setTable("FOO")
            .addColumns("A")
            .addColumns("B")
            .addValues(ListValue.newBuilder().addValues(text("1")))
            .build();
    assertFails(
        INVALID_ARGUMENT,
        "row 0 has 1 values",
        () -> commitOnce(Mutation.newBuilder().setUpdate(row).build()));
    assertFails(
        INVALID_ARGUMENT,
        "Mutation does not specify table",
        () -> commitOnce(Mutation.newBuilder().setReplace(row.toBuilder().clearTable()).build()));
    Mutation.Builder range = Mutation.newBuilder();
    range.getDeleteBuilder().setTable("FOO").getKeySetBuilder().addRangesBuilder();
    assertFails(
        INVALID_ARGUMENT,
        "Key range must contain either start_closed or start_open.",
        () -> commitOnce(range.build()));
  }

  private void commitOnce(Mutation mutation) {
    stub()
        .commit(
            CommitRequest.newBuilder()
                .setSession(session.getName())
                .setSingleUseTransaction(readWrite())
                .addMutations(mutation)
                .build());
  }
}
