package dev.sessionbench.mock.session;

import static dev.sessionbench.mock.Connection.begin;
import static dev.sessionbench.mock.Connection.id;
import static dev.sessionbench.mock.Connection.readWrite;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.rpc.Code;
import com.google.spanner.v1.BatchWriteRequest;
import com.google.spanner.v1.BatchWriteResponse;
import com.google.spanner.v1.Session;
import com.google.spanner.v1.TransactionOptions;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.Shows;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests the age of transactions, and when their locks end. */
class LockLifetimeTest extends LockFixture {
  @Test
  @Shows(of = Rpc.BEGIN_TRANSACTION, value = "A retry keeps the age of the aborted attempt")
  void retryOnTheSameSessionKeepsItsAge() {
    readKey(session, id(elder), "1");
    assertAborted(() -> commitWriting(other, younger, "1"));
    Session third = connection.createSession();
    ByteString youngest = begun(third);
    readKey(third, id(youngest), "1");
    commit(session, elder);

    ByteString retry = begun(other);
    assertThat(commitWriting(other, retry, "1").hasCommitTimestamp()).isTrue();
    assertAborted(() -> commit(third, youngest));
  }

  @Test
  void retryOnAMultiplexedSessionKeepsTheAgeOfTheAttemptThatItNames() {
    ByteString first = begun(multiplexed);
    readKey(session, id(elder), "1");
    assertAborted(() -> update(multiplexed, id(first), INSERT_MANY, 1));
    Session third = connection.createSession();
    ByteString youngest = begun(third);
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

    ByteString holder = begun(session);
    readKey(session, id(holder), "1");
    connection.deleteSession(session);
    ByteString next = begun(other);
    assertThat(commitWriting(other, next, "1").hasCommitTimestamp()).isTrue();
  }

  @Test
  void newerTransactionOfTheSessionReleasesTheOlderOnesLocks() {
    readKey(session, id(elder), "1");
    beginOn(session, readWrite());

    assertThat(commitWriting(other, younger, "1").hasCommitTimestamp()).isTrue();
  }

  @Test
  void holderIdleForTenSecondsIsAbortedByTheYounger() {
    readKey(session, id(elder), "1");
    clock.advance(Duration.ofSeconds(LockTable.IDLE_SECONDS));

    assertThat(commitWriting(other, younger, "1").hasCommitTimestamp()).isTrue();
    assertAborted(() -> commit(session, elder));
  }

  @Test
  @Shows(of = Rpc.BATCH_WRITE, value = "A group that meets a lock is ABORTED alone")
  void singleUseCommitAndBatchWriteAreYoungerThanAnyTransaction() {
    readKey(session, id(elder), "1");
    BatchWriteRequest.Builder groups = BatchWriteRequest.newBuilder().setSession(other.getName());
    groups.addMutationGroupsBuilder().addMutations(insert("1"));
    groups.addMutationGroupsBuilder().addMutations(insert("2"));

    assertAborted(() -> connection.commit(Connection.commitOf(other, insert("1"))));
    assertThat(stub().batchWrite(groups.build()))
        .toIterable()
        .extracting(BatchWriteResponse::getStatus)
        .extracting(com.google.rpc.Status::getCode)
        .containsExactly(Code.ABORTED_VALUE, Code.OK_VALUE);
  }

  @Test
  @Shows(of = Rpc.ROLLBACK, value = "Releases the locks; succeeds on an aborted transaction")
  void rollbackOfAnAbortedTransactionSucceeds() {
    ByteString mine = begun(session);
    readKey(other, id(younger), "1");
    assertAborted(() -> commitWriting(session, mine, "1"));

    rollback(mine);
  }
}
