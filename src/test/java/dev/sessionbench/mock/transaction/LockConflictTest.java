package dev.sessionbench.mock.transaction;

import static dev.sessionbench.mock.Connection.UPDATE;
import static dev.sessionbench.mock.Connection.begin;
import static dev.sessionbench.mock.Connection.id;
import static dev.sessionbench.mock.Connection.readOnly;
import static dev.sessionbench.mock.Connection.readWrite;
import static dev.sessionbench.mock.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.ListValue;
import com.google.protobuf.util.Durations;
import com.google.rpc.Code;
import com.google.rpc.RetryInfo;
import com.google.spanner.v1.BatchWriteRequest;
import com.google.spanner.v1.BatchWriteResponse;
import com.google.spanner.v1.CommitRequest;
import com.google.spanner.v1.CommitResponse;
import com.google.spanner.v1.CreateSessionRequest;
import com.google.spanner.v1.DeleteSessionRequest;
import com.google.spanner.v1.KeySet;
import com.google.spanner.v1.Mutation;
import com.google.spanner.v1.ReadRequest;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.Session;
import com.google.spanner.v1.TransactionOptions;
import com.google.spanner.v1.TransactionSelector;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.SpannerRpcFixture;
import dev.sessionbench.mock.query.StatementResult;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.protobuf.StatusProto;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Read-write transactions that meet on the same rows. The elder lives. */
class LockConflictTest extends SpannerRpcFixture {
  private static final String INSERT_MANY = "INSERT INTO MANY (A) VALUES (1)";

  private Session other;
  private ByteString elder;
  private ByteString younger;

  @Override
  public MockServerOptions options() {
    MockServerOptions options = super.options();
    return options.withStatements(
        options.statements().toBuilder()
            .locking(UPDATE, new RowLock("FOO", "2"))
            .locking(INSERT, RowLock.wholeTable("FOO"))
            .query(INSERT_MANY, StatementResult.update(1))
            .locking(INSERT_MANY, new RowLock("MANY", "1"))
            .build());
  }

  @BeforeEach
  void beginTwo() {
    other = connection.createSession();
    elder = beginOn(session, readWrite()).getId();
    younger = beginOn(other, readWrite()).getId();
  }

  @Test
  void elderWriterWoundsTheYoungerReader() {
    readKey(session, id(elder), "1");
    readKey(other, id(younger), "1");
    commitWriting(session, elder, "1");

    StatusRuntimeException failure = assertAborted(() -> commitWriting(other, younger, "1"));
    assertThat(failure.getStatus().getDescription())
        .contains("wounded by a higher priority transaction due to conflict on key [1] in table");
    assertAborted(() -> readKey(other, id(younger), "1"));
    assertAborted(() -> update(other, id(younger), UPDATE, 1));
  }

  @Test
  void abortCarriesRetryInfoAsTrailerAndAsDetail() {
    readKey(other, id(younger), "1");
    commitWriting(session, elder, "1");
    StatusRuntimeException failure = assertAborted(() -> commitWriting(other, younger, "1"));

    RetryInfo retry =
        Status.trailersFromThrowable(failure)
            .get(ProtoUtils.keyForProto(RetryInfo.getDefaultInstance()));
    assertThat(Durations.isPositive(retry.getRetryDelay())).isTrue();
    assertThat(StatusProto.fromThrowable(failure).getDetails(0).is(RetryInfo.class)).isTrue();
  }

  @Test
  void youngerWriterIsAbortedAndTheElderReaderLives() {
    readKey(session, id(elder), "1");

    assertAborted(() -> commitWriting(other, younger, "1"));
    assertThat(commitWriting(session, elder, "1").hasCommitTimestamp()).isTrue();
  }

  @Test
  void readersStandSideBySideAndOtherKeysDoNotConflict() {
    readKey(session, id(elder), "1");
    readKey(other, id(younger), "1");
    commitWriting(other, younger, "2");

    assertThat(commitWriting(session, elder, "3").hasCommitTimestamp()).isTrue();
  }

  @Test
  void blindWritesDoNotConflict() {
    commitWriting(other, younger, "1");

    assertThat(commitWriting(session, elder, "1").hasCommitTimestamp()).isTrue();
  }

  @Test
  void dmlLocksWhatItsStatementIsRegisteredToLock() {
    update(session, id(elder), UPDATE, 1);

    assertAborted(() -> update(other, id(younger), UPDATE, 1));
    commit(session, elder);
    ByteString retry = beginOn(other, readWrite()).getId();
    assertThat(update(other, id(retry), UPDATE, 1).getStats().getRowCountExact()).isEqualTo(1);
  }

  @Test
  void lockOnAWholeTableMeetsEveryKeyOfIt() {
    update(session, id(elder), INSERT, 1);

    assertAborted(() -> update(other, id(younger), UPDATE, 1));
  }

  @Test
  void retryOnTheSameSessionKeepsItsAge() {
    readKey(session, id(elder), "1");
    assertAborted(() -> commitWriting(other, younger, "1"));
    Session third = connection.createSession();
    ByteString youngest = beginOn(third, readWrite()).getId();
    readKey(third, id(youngest), "1");
    commit(session, elder);

    ByteString retry = beginOn(other, readWrite()).getId();
    assertThat(commitWriting(other, retry, "1").hasCommitTimestamp()).isTrue();
    assertAborted(() -> commit(third, youngest));
  }

  @Test
  void retryOnAMultiplexedSessionKeepsTheAgeOfTheAttemptThatItNames() {
    ByteString first = beginOn(multiplexed, readWrite()).getId();
    readKey(session, id(elder), "1");
    assertAborted(() -> update(multiplexed, id(first), INSERT_MANY, 1));
    Session third = connection.createSession();
    ByteString youngest = beginOn(third, readWrite()).getId();
    readKey(third, id(youngest), "1");
    commit(session, elder);

    TransactionOptions retry =
        TransactionOptions.newBuilder()
            .setReadWrite(
                TransactionOptions.ReadWrite.newBuilder()
                    .setMultiplexedSessionPreviousTransactionId(first))
            .build();
    assertThat(update(multiplexed, begin(retry), INSERT_MANY, 1).hasStats()).isTrue();
    assertAborted(() -> commit(third, youngest));
  }

  @Test
  void locksEndWithTheTransactionAndWithItsSession() {
    readKey(session, id(elder), "1");
    rollback(elder);
    assertThat(commitWriting(other, younger, "1").hasCommitTimestamp()).isTrue();

    ByteString holder = beginOn(session, readWrite()).getId();
    readKey(session, id(holder), "1");
    connection
        .stub()
        .deleteSession(DeleteSessionRequest.newBuilder().setName(session.getName()).build());
    ByteString next = beginOn(other, readWrite()).getId();
    assertThat(commitWriting(other, next, "1").hasCommitTimestamp()).isTrue();
  }

  @Test
  void newerTransactionOfTheSessionTakesTheOlderOnesLocksAway() {
    readKey(session, id(elder), "1");
    beginOn(session, readWrite());

    assertThat(commitWriting(other, younger, "1").hasCommitTimestamp()).isTrue();
  }

  @Test
  void holderThatWasIdleForTenSecondsGivesWayToTheYounger() {
    readKey(session, id(elder), "1");
    clock.advance(Duration.ofSeconds(LockTable.IDLE_SECONDS));

    assertThat(commitWriting(other, younger, "1").hasCommitTimestamp()).isTrue();
    assertAborted(() -> commit(session, elder));
  }

  @Test
  void optimisticAndRepeatableReadsAndReadOnlyTransactionsLockNothing() {
    TransactionOptions optimistic =
        TransactionOptions.newBuilder()
            .setReadWrite(
                TransactionOptions.ReadWrite.newBuilder()
                    .setReadLockMode(TransactionOptions.ReadWrite.ReadLockMode.OPTIMISTIC))
            .build();
    TransactionOptions repeatable =
        readWrite().toBuilder()
            .setIsolationLevel(TransactionOptions.IsolationLevel.REPEATABLE_READ)
            .build();
    for (TransactionOptions options : List.of(optimistic, repeatable, readOnly())) {
      readKey(connection.createSession(), begin(options), "1");
    }

    assertThat(commitWriting(other, younger, "1").hasCommitTimestamp()).isTrue();
  }

  @Test
  void lockHintMakesAReadExclusiveAndIsForReadWriteTransactions() {
    ReadRequest hinted =
        keyed(session, id(elder), "1").toBuilder()
            .setLockHint(ReadRequest.LockHint.LOCK_HINT_EXCLUSIVE)
            .build();
    connection.stub().read(hinted);

    assertAborted(() -> readKey(other, id(younger), "1"));
    assertFails(
        Status.Code.INVALID_ARGUMENT,
        "lock hint",
        () -> connection.stub().read(hinted.toBuilder().setTransaction(begin(readOnly())).build()));
  }

  @Test
  void singleUseCommitAndBatchWriteAreYoungerThanAnyTransaction() {
    readKey(session, id(elder), "1");
    CommitRequest once =
        CommitRequest.newBuilder()
            .setSession(other.getName())
            .setSingleUseTransaction(readWrite())
            .addMutations(insert("1"))
            .build();
    BatchWriteRequest groups =
        BatchWriteRequest.newBuilder()
            .setSession(other.getName())
            .addMutationGroups(
                BatchWriteRequest.MutationGroup.newBuilder().addMutations(insert("1")))
            .addMutationGroups(
                BatchWriteRequest.MutationGroup.newBuilder().addMutations(insert("2")))
            .build();

    assertAborted(() -> connection.stub().commit(once));
    assertThat(connection.stub().batchWrite(groups))
        .toIterable()
        .extracting(BatchWriteResponse::getStatus)
        .extracting(com.google.rpc.Status::getCode)
        .containsExactly(Code.ABORTED_VALUE, Code.OK_VALUE);
  }

  @Test
  void rollbackOfAnAbortedTransactionSucceeds() {
    ByteString mine = beginOn(session, readWrite()).getId();
    readKey(other, id(younger), "1");
    assertAborted(() -> commitWriting(session, mine, "1"));

    rollback(mine);
  }

  @Test
  void locksOfDifferentDatabasesDoNotMeet() {
    readKey(session, id(elder), "1");
    Session elsewhere =
        connection
            .stub()
            .createSession(
                CreateSessionRequest.newBuilder().setDatabase(Connection.DATABASE + "2").build());
    ByteString foreign = beginOn(elsewhere, readWrite()).getId();

    assertThat(commitWriting(elsewhere, foreign, "1").hasCommitTimestamp()).isTrue();
  }

  private static StatusRuntimeException assertAborted(ThrowingCallable rpc) {
    return assertFails(Status.Code.ABORTED, "Transaction was aborted", rpc);
  }

  private ResultSet readKey(Session on, TransactionSelector selector, String key) {
    return connection.stub().read(keyed(on, selector, key));
  }

  private ReadRequest keyed(Session on, TransactionSelector selector, String key) {
    return read("MANY", "A").toBuilder()
        .setSession(on.getName())
        .setTransaction(selector)
        .setKeySet(KeySet.newBuilder().addKeys(ListValue.newBuilder().addValues(text(key))))
        .build();
  }

  private CommitResponse commitWriting(Session on, ByteString id, String key) {
    return connection
        .stub()
        .commit(
            CommitRequest.newBuilder()
                .setSession(on.getName())
                .setTransactionId(id)
                .addMutations(insert(key))
                .build());
  }

  private static Mutation insert(String key) {
    return Mutation.newBuilder()
        .setInsertOrUpdate(
            Mutation.Write.newBuilder()
                .setTable("MANY")
                .addColumns("A")
                .addValues(ListValue.newBuilder().addValues(text(key))))
        .build();
  }
}
