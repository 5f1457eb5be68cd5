package dev.sessionbench.mock;

import static dev.sessionbench.mock.Connection.QUERY;
import static dev.sessionbench.mock.Connection.UPDATE;
import static dev.sessionbench.mock.Connection.begin;
import static dev.sessionbench.mock.Connection.id;
import static dev.sessionbench.mock.Connection.readOnly;
import static dev.sessionbench.mock.Connection.readWrite;
import static dev.sessionbench.mock.Connection.sql;
import static dev.sessionbench.mock.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import com.google.protobuf.ListValue;
import com.google.protobuf.Value;
import com.google.protobuf.util.Timestamps;
import com.google.rpc.Code;
import com.google.spanner.v1.BatchWriteRequest;
import com.google.spanner.v1.BatchWriteResponse;
import com.google.spanner.v1.BeginTransactionRequest;
import com.google.spanner.v1.CommitRequest;
import com.google.spanner.v1.CommitResponse;
import com.google.spanner.v1.DeleteSessionRequest;
import com.google.spanner.v1.KeySet;
import com.google.spanner.v1.MultiplexedSessionPrecommitToken;
import com.google.spanner.v1.Mutation;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.RollbackRequest;
import com.google.spanner.v1.Session;
import com.google.spanner.v1.Transaction;
import com.google.spanner.v1.TransactionOptions;
import dev.sessionbench.model.Transport;
import io.grpc.Status;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TransactionRpcsTest {
  private static final Value ONE = Value.newBuilder().setStringValue("1").build();
  private static final Mutation INSERT_TWO_BY_TWO =
      Mutation.newBuilder()
          .setInsert(
              Mutation.Write.newBuilder()
                  .setTable("FOO")
                  .addColumns("A")
                  .addColumns("B")
                  .addValues(ListValue.newBuilder().addValues(ONE).addValues(ONE))
                  .addValues(ListValue.newBuilder().addValues(ONE).addValues(ONE)))
          .build();
  private static final Mutation DELETE_ALL =
      Mutation.newBuilder()
          .setDelete(
              Mutation.Delete.newBuilder()
                  .setTable("FOO")
                  .setKeySet(KeySet.newBuilder().setAll(true)))
          .build();

  private Connection connection;
  private Session session;
  private Session multiplexed;

  @BeforeEach
  void connect() throws IOException {
    connection =
        Connection.to(
            MockServerOptions.defaults()
                .withTransport(Transport.INPROCESS)
                .withClock(new MovableClock()));
    session = connection.createSession();
    multiplexed = connection.createMultiplexed();
  }

  @AfterEach
  void disconnect() {
    connection.close();
  }

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
  void readTimestampIsGivenWhenAskedForAndNeverBeforeTheLastCommit() {
    CommitResponse commit = commit(session, beginOn(session, readWrite()).getId());
    Transaction asked = beginOn(session, readOnly());

    assertThat(Timestamps.compare(asked.getReadTimestamp(), commit.getCommitTimestamp()))
        .isNotNegative();
    assertThat(beginOn(session, strong()).hasReadTimestamp()).isFalse();
    TransactionOptions stale =
        readOnlyWith(
            TransactionOptions.ReadOnly.newBuilder()
                .setExactStaleness(Duration.newBuilder().setSeconds(10)));
    assertThat(beginOn(session, stale).getReadTimestamp().getSeconds())
        .isEqualTo(asked.getReadTimestamp().getSeconds() - 10);
  }

  @Test
  void boundedStalenessIsForSingleUseOnly() {
    TransactionOptions bounded =
        readOnlyWith(
            TransactionOptions.ReadOnly.newBuilder()
                .setMaxStaleness(Duration.newBuilder().setSeconds(10)));
    assertFails(Status.Code.INVALID_ARGUMENT, "single-use", () -> beginOn(session, bounded));
    assertThat(
            connection
                .stub()
                .executeSql(
                    sql(session, QUERY).setTransaction(Connection.singleUse(bounded)).build())
                .getMetadata()
                .getTransaction()
                .hasReadTimestamp())
        .isTrue();
  }

  @Test
  void optionsWithoutModeAreInvalid() {
    assertFails(
        Status.Code.INVALID_ARGUMENT,
        "read_write",
        () -> beginOn(session, TransactionOptions.getDefaultInstance()));
  }

  @Test
  void unknownTransactionAndThatOfAnotherSessionAreNotFound() {
    ByteString foreign = beginOn(connection.createSession(), readWrite()).getId();

    for (ByteString id : List.of(ByteString.copyFromUtf8("unknown"), foreign)) {
      assertFails(Status.Code.NOT_FOUND, "Transaction not found", () -> commit(session, id));
      assertFails(
          Status.Code.NOT_FOUND,
          "Transaction not found",
          () -> connection.stub().executeSql(sql(session, QUERY).setTransaction(id(id)).build()));
    }
    assertFails(
        Status.Code.INVALID_ARGUMENT, "must not be empty", () -> commit(session, ByteString.EMPTY));
  }

  @Test
  void transactionEndsWithItsSession() {
    ByteString id = beginOn(session, readWrite()).getId();
    connection
        .stub()
        .deleteSession(DeleteSessionRequest.newBuilder().setName(session.getName()).build());

    assertFails(Status.Code.NOT_FOUND, "Session not found", () -> commit(session, id));
  }

  @Test
  void newerReadWriteTransactionInvalidatesTheOlderOnARegularSession() {
    ByteString older = beginOn(session, readWrite()).getId();
    ByteString newer = beginOn(session, readWrite()).getId();

    assertFails(Status.Code.FAILED_PRECONDITION, "invalidated", () -> commit(session, older));
    assertThat(commit(session, newer).hasCommitTimestamp()).isTrue();
  }

  @Test
  void singleUseCommitInvalidatesTheOlderOnARegularSession() {
    ByteString older = beginOn(session, readWrite()).getId();
    commitOnce(session);

    assertFails(Status.Code.FAILED_PRECONDITION, "invalidated", () -> commit(session, older));
  }

  @Test
  void transactionsOfAMultiplexedSessionRunSideBySide() {
    ByteString older = beginOn(multiplexed, readWrite()).getId();
    ByteString newer = beginOn(multiplexed, readWrite()).getId();

    assertThat(commit(multiplexed, older).hasCommitTimestamp()).isTrue();
    assertThat(commit(multiplexed, newer).hasCommitTimestamp()).isTrue();
  }

  @Test
  void rollbackIsIdempotentAndFinal() {
    ByteString id = beginOn(session, readWrite()).getId();
    rollback(id);
    rollback(id);
    rollback(ByteString.copyFromUtf8("unknown"));

    assertFails(Status.Code.FAILED_PRECONDITION, "Rollback()", () -> commit(session, id));
    assertFails(
        Status.Code.FAILED_PRECONDITION,
        "after Commit() or Rollback()",
        () -> connection.stub().executeSql(sql(session, QUERY).setTransaction(id(id)).build()));
  }

  @Test
  void committedTransactionCannotBeRolledBack() {
    ByteString id = beginOn(session, readWrite()).getId();
    commit(session, id);

    assertFails(Status.Code.FAILED_PRECONDITION, "Commit()", () -> rollback(id));
  }

  @Test
  void readOnlyTransactionCannotBeCommitted() {
    ByteString id = beginOn(session, strong()).getId();

    assertFails(Status.Code.FAILED_PRECONDITION, "READ_ONLY", () -> commit(session, id));
  }

  @Test
  void commitNeedsATransaction() {
    assertFails(
        Status.Code.INVALID_ARGUMENT,
        "transaction_id",
        () ->
            connection
                .stub()
                .commit(CommitRequest.newBuilder().setSession(session.getName()).build()));
  }

  @Test
  void commitStatsCountCellsKeysAndRowsOfDml() {
    ResultSet updated =
        connection
            .stub()
            .executeSql(sql(session, UPDATE).setTransaction(begin(readWrite())).build());
    CommitRequest request =
        CommitRequest.newBuilder()
            .setSession(session.getName())
            .setTransactionId(updated.getMetadata().getTransaction().getId())
            .addMutations(INSERT_TWO_BY_TWO)
            .addMutations(DELETE_ALL)
            .setReturnCommitStats(true)
            .build();

    assertThat(connection.stub().commit(request).getCommitStats().getMutationCount())
        .isEqualTo(4 + 1 + 1);
    assertThat(commitOnce(session).hasCommitStats()).isFalse();
  }

  @Test
  void mutationWithoutOperationIsInvalid() {
    assertFails(
        Status.Code.INVALID_ARGUMENT,
        "no operation",
        () ->
            connection
                .stub()
                .commit(
                    CommitRequest.newBuilder()
                        .setSession(session.getName())
                        .setSingleUseTransaction(readWrite())
                        .addMutations(Mutation.getDefaultInstance())
                        .build()));
  }

  @Test
  void precommitTokensRiseAndOnlyTheNewestCommits() {
    Transaction begun = beginWithMutationKey(multiplexed);
    MultiplexedSessionPrecommitToken first = begun.getPrecommitToken();
    MultiplexedSessionPrecommitToken second =
        connection
            .stub()
            .executeSql(sql(multiplexed, QUERY).setTransaction(id(begun.getId())).build())
            .getPrecommitToken();
    assertThat(second.getSeqNum()).isGreaterThan(first.getSeqNum());

    CommitRequest without =
        CommitRequest.newBuilder()
            .setSession(multiplexed.getName())
            .setTransactionId(begun.getId())
            .build();
    assertFails(
        Status.Code.FAILED_PRECONDITION,
        "precommit token",
        () -> connection.stub().commit(without));
    assertFails(
        Status.Code.FAILED_PRECONDITION,
        "not of this transaction",
        () ->
            connection
                .stub()
                .commit(
                    without.toBuilder()
                        .setPrecommitToken(first.toBuilder().setSeqNum(99))
                        .build()));
    CommitResponse retry =
        connection.stub().commit(without.toBuilder().setPrecommitToken(first).build());
    assertThat(retry.getPrecommitToken()).isEqualTo(second);
    assertThat(retry.hasCommitTimestamp()).as("not committed yet").isFalse();
    CommitResponse done =
        connection.stub().commit(without.toBuilder().setPrecommitToken(second).build());
    assertThat(done.hasCommitTimestamp()).isTrue();
    assertThat(done.hasPrecommitToken()).isFalse();
  }

  @Test
  void regularSessionsGetNoPrecommitTokens() {
    assertThat(beginWithMutationKey(session).hasPrecommitToken()).isFalse();
    assertThat(beginOn(multiplexed, readWrite()).hasPrecommitToken()).isFalse();
  }

  @Test
  void forgetsTheOldestTransactionBeyondItsBound() {
    ByteString oldest = beginOn(session, strong()).getId();
    for (int i = 0; i < SessionTransactions.KEPT_REGULAR; i++) {
      beginOn(session, strong());
    }

    assertFails(
        Status.Code.NOT_FOUND,
        "Transaction not found",
        () -> connection.stub().executeSql(sql(session, QUERY).setTransaction(id(oldest)).build()));
  }

  @Test
  void batchWriteAnswersEachGroupForItself() {
    BatchWriteRequest request =
        BatchWriteRequest.newBuilder()
            .setSession(multiplexed.getName())
            .addMutationGroups(
                BatchWriteRequest.MutationGroup.newBuilder().addMutations(INSERT_TWO_BY_TWO))
            .addMutationGroups(BatchWriteRequest.MutationGroup.getDefaultInstance())
            .addMutationGroups(
                BatchWriteRequest.MutationGroup.newBuilder().addMutations(DELETE_ALL))
            .build();
    List<BatchWriteResponse> responses = new ArrayList<>();
    connection.stub().batchWrite(request).forEachRemaining(responses::add);

    assertThat(responses).extracting(r -> r.getIndexes(0)).containsExactly(0, 1, 2);
    assertThat(responses)
        .extracting(r -> r.getStatus().getCode())
        .containsExactly(0, Code.INVALID_ARGUMENT_VALUE, 0);
    assertThat(responses)
        .extracting(BatchWriteResponse::hasCommitTimestamp)
        .containsExactly(true, false, true);
    assertFails(
        Status.Code.INVALID_ARGUMENT,
        "at least one",
        () ->
            connection
                .stub()
                .batchWrite(request.toBuilder().clearMutationGroups().build())
                .hasNext());
  }

  private Transaction beginOn(Session on, TransactionOptions options) {
    return connection
        .stub()
        .beginTransaction(
            BeginTransactionRequest.newBuilder()
                .setSession(on.getName())
                .setOptions(options)
                .build());
  }

  private Transaction beginWithMutationKey(Session on) {
    return connection
        .stub()
        .beginTransaction(
            BeginTransactionRequest.newBuilder()
                .setSession(on.getName())
                .setOptions(readWrite())
                .setMutationKey(INSERT_TWO_BY_TWO)
                .build());
  }

  private CommitResponse commit(Session on, ByteString id) {
    return connection
        .stub()
        .commit(CommitRequest.newBuilder().setSession(on.getName()).setTransactionId(id).build());
  }

  private CommitResponse commitOnce(Session on) {
    return connection
        .stub()
        .commit(
            CommitRequest.newBuilder()
                .setSession(on.getName())
                .setSingleUseTransaction(readWrite())
                .build());
  }

  private void rollback(ByteString id) {
    connection
        .stub()
        .rollback(
            RollbackRequest.newBuilder()
                .setSession(session.getName())
                .setTransactionId(id)
                .build());
  }

  private static TransactionOptions strong() {
    return TransactionOptions.newBuilder()
        .setReadOnly(TransactionOptions.ReadOnly.newBuilder().setStrong(true))
        .build();
  }

  private static TransactionOptions readOnlyWith(TransactionOptions.ReadOnly.Builder bound) {
    return TransactionOptions.newBuilder().setReadOnly(bound.setReturnReadTimestamp(true)).build();
  }
}
