package dev.sessionbench.mock.session;

import static dev.sessionbench.mock.Connection.QUERY;
import static dev.sessionbench.mock.Connection.id;
import static dev.sessionbench.mock.Connection.readWrite;
import static dev.sessionbench.mock.Connection.sql;
import static dev.sessionbench.mock.Failures.assertInvalid;
import static dev.sessionbench.mock.Failures.assertNotFound;
import static dev.sessionbench.mock.Failures.assertUnmet;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.spanner.v1.TransactionOptions;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.Shows;
import dev.sessionbench.mock.SpannerRpcFixture;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests how transactions begin, replace each other and are forgotten. */
class TransactionTest extends SpannerRpcFixture {
  @Test
  void optionsWithoutModeAreInvalid() {
    assertInvalid("read_write", () -> beginOn(session, TransactionOptions.getDefaultInstance()));
  }

  @Test
  void unknownTransactionAndThatOfAnotherSessionAreNotFound() {
    ByteString foreign = beginOn(connection.createSession(), readWrite()).getId();

    for (ByteString id : List.of(ByteString.copyFromUtf8("unknown"), foreign)) {
      assertNotFound("Transaction not found", () -> commit(session, id));
      assertNotFound(
          "Transaction not found", () -> execute(sql(session, QUERY).setTransaction(id(id))));
    }
    assertInvalid("must not be empty", () -> commit(session, ByteString.EMPTY));
  }

  @Test
  void transactionEndsWithItsSession() {
    ByteString id = begun(session);
    connection.deleteSession(session);

    assertNotFound("Session not found", () -> commit(session, id));
  }

  @Test
  @Shows(
      of = Rpc.BEGIN_TRANSACTION,
      value = "One writing transaction at a time on a regular session")
  void newerReadWriteTransactionInvalidatesTheOlderOnARegularSession() {
    ByteString older = begun(session);
    ByteString newer = begun(session);

    assertUnmet("invalidated", () -> commit(session, older));
    assertThat(commit(session, newer).hasCommitTimestamp()).isTrue();
  }

  @Test
  @Shows(
      of = Rpc.COMMIT,
      value = "A single-use commit ends the open transaction of a regular session")
  void singleUseCommitInvalidatesTheOlderOnARegularSession() {
    ByteString older = begun(session);
    commitOnce(session);

    assertUnmet("invalidated", () -> commit(session, older));
  }

  @Test
  @Shows(of = Rpc.BEGIN_TRANSACTION, value = "Any number on a multiplexed session")
  void transactionsOfAMultiplexedSessionRunSideBySide() {
    ByteString older = begun(multiplexed);
    ByteString newer = begun(multiplexed);

    assertThat(commit(multiplexed, older).hasCommitTimestamp()).isTrue();
    assertThat(commit(multiplexed, newer).hasCommitTimestamp()).isTrue();
  }

  @Test
  void forgetsTheOldestTransactionBeyondItsBound() {
    ByteString oldest = beginOn(session, strong()).getId();
    for (int i = 0; i < SessionTransactions.KEPT_REGULAR; i++) {
      beginOn(session, strong());
    }

    assertNotFound(
        "Transaction not found", () -> execute(sql(session, QUERY).setTransaction(id(oldest))));
  }
}
