package dev.sessionbench.mock.session;

import static dev.sessionbench.mock.Connection.begin;
import static dev.sessionbench.mock.Connection.id;
import static dev.sessionbench.mock.Connection.readWrite;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.rpc.Code;
import com.google.spanner.v1.BatchWriteRequest;
import com.google.spanner.v1.BatchWriteResponse;
import com.google.spanner.v1.CommitRequest;
import com.google.spanner.v1.DeleteSessionRequest;
import com.google.spanner.v1.Session;
import com.google.spanner.v1.TransactionOptions;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How old a transaction counts, and when its locks end. */
class LockLifetimeTest extends LockFixture {
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
    stub().deleteSession(DeleteSessionRequest.newBuilder().setName(session.getName()).build());
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

    assertAborted(() -> stub().commit(once));
    assertThat(stub().batchWrite(groups))
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
}
