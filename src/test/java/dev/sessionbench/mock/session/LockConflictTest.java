package dev.sessionbench.mock.session;

import static dev.sessionbench.mock.Connection.UPDATE;
import static dev.sessionbench.mock.Connection.begin;
import static dev.sessionbench.mock.Connection.id;
import static dev.sessionbench.mock.Connection.readOnly;
import static dev.sessionbench.mock.Connection.readWrite;
import static dev.sessionbench.mock.Failures.assertInvalid;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.util.Durations;
import com.google.rpc.RetryInfo;
import com.google.spanner.v1.ReadRequest;
import com.google.spanner.v1.Session;
import com.google.spanner.v1.TransactionOptions;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.Shows;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.protobuf.StatusProto;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests read-write transactions that meet on the same rows, where the older one continues. */
class LockConflictTest extends LockFixture {
  @Test
  @Shows(of = Rpc.COMMIT, value = "A conflict is ABORTED with RetryInfo")
  void olderWriterAbortsTheYoungerReader() {
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
  void abortAboutALongKeyFitsIntoTheHeaders() {
    String key = "k".repeat(6_000);
    readKey(other, id(younger), key);
    commitWriting(session, elder, key);
    StatusRuntimeException failure = assertAborted(() -> commitWriting(other, younger, key));

    assertThat(failure.getStatus().getDescription())
        .contains("due to conflict on key [kkk")
        .hasSizeLessThan(1_000);
    assertThat(StatusProto.fromThrowable(failure).getDetails(0).is(RetryInfo.class)).isTrue();
  }

  @Test
  void youngerWriterIsAbortedAndTheOlderReaderGoesOn() {
    readKey(session, id(elder), "1");

    assertAborted(() -> commitWriting(other, younger, "1"));
    assertThat(commitWriting(session, elder, "1").hasCommitTimestamp()).isTrue();
  }

  @Test
  void readersAndOtherKeysDoNotConflict() {
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
    ByteString retry = begun(other);
    assertThat(update(other, id(retry), UPDATE, 1).getStats().getRowCountExact()).isEqualTo(1);
  }

  @Test
  void lockOnAWholeTableConflictsWithEveryKey() {
    update(session, id(elder), INSERT, 1);

    assertAborted(() -> update(other, id(younger), UPDATE, 1));
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
    stub().read(hinted);

    assertAborted(() -> readKey(other, id(younger), "1"));
    assertInvalid(
        "lock hint",
        () -> stub().read(hinted.toBuilder().setTransaction(begin(readOnly())).build()));
  }

  @Test
  void locksOfDifferentDatabasesDoNotMeet() {
    readKey(session, id(elder), "1");
    Session elsewhere = connection.create(Connection.DATABASE + "2", Session.newBuilder());
    ByteString foreign = begun(elsewhere);

    assertThat(commitWriting(elsewhere, foreign, "1").hasCommitTimestamp()).isTrue();
  }
}
