package dev.sessionbench.mock.session;

import static dev.sessionbench.mock.Connection.QUERY;
import static dev.sessionbench.mock.Connection.id;
import static dev.sessionbench.mock.Connection.readWrite;
import static dev.sessionbench.mock.Connection.sql;
import static dev.sessionbench.mock.Failures.assertFails;
import static io.grpc.Status.Code.FAILED_PRECONDITION;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.NOT_FOUND;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.spanner.v1.DeleteSessionRequest;
import com.google.spanner.v1.TransactionOptions;
import dev.sessionbench.mock.SpannerRpcFixture;
import dev.sessionbench.mock.session.SessionTransactions.KeptTransactions;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How transactions begin, take each other's place and are forgotten. */
class TransactionTest extends SpannerRpcFixture {
  @Test
  void optionsWithoutModeAreInvalid() {
    assertFails(
        INVALID_ARGUMENT,
        "read_write",
        () -> beginOn(session, TransactionOptions.getDefaultInstance()));
  }

  @Test
  void unknownTransactionAndThatOfAnotherSessionAreNotFound() {
    ByteString foreign = beginOn(connection.createSession(), readWrite()).getId();

    for (ByteString id : List.of(ByteString.copyFromUtf8("unknown"), foreign)) {
      assertFails(NOT_FOUND, "Transaction not found", () -> commit(session, id));
      assertFails(
          NOT_FOUND,
          "Transaction not found",
          () -> stub().executeSql(sql(session, QUERY).setTransaction(id(id)).build()));
    }
    assertFails(INVALID_ARGUMENT, "must not be empty", () -> commit(session, ByteString.EMPTY));
  }

  @Test
  void transactionEndsWithItsSession() {
    ByteString id = beginOn(session, readWrite()).getId();
    stub().deleteSession(DeleteSessionRequest.newBuilder().setName(session.getName()).build());

    assertFails(NOT_FOUND, "Session not found", () -> commit(session, id));
  }

  @Test
  void newerReadWriteTransactionInvalidatesTheOlderOnARegularSession() {
    ByteString older = beginOn(session, readWrite()).getId();
    ByteString newer = beginOn(session, readWrite()).getId();

    assertFails(FAILED_PRECONDITION, "invalidated", () -> commit(session, older));
    assertThat(commit(session, newer).hasCommitTimestamp()).isTrue();
  }

  @Test
  void singleUseCommitInvalidatesTheOlderOnARegularSession() {
    ByteString older = beginOn(session, readWrite()).getId();
    commitOnce(session);

    assertFails(FAILED_PRECONDITION, "invalidated", () -> commit(session, older));
  }

  @Test
  void transactionsOfAMultiplexedSessionRunSideBySide() {
    ByteString older = beginOn(multiplexed, readWrite()).getId();
    ByteString newer = beginOn(multiplexed, readWrite()).getId();

    assertThat(commit(multiplexed, older).hasCommitTimestamp()).isTrue();
    assertThat(commit(multiplexed, newer).hasCommitTimestamp()).isTrue();
  }

  @Test
  void forgetsTheOldestTransactionBeyondItsBound() {
    ByteString oldest = beginOn(session, strong()).getId();
    for (int i = 0; i < KeptTransactions.KEPT_REGULAR; i++) {
      beginOn(session, strong());
    }

    assertFails(
        NOT_FOUND,
        "Transaction not found",
        () -> stub().executeSql(sql(session, QUERY).setTransaction(id(oldest)).build()));
  }
}
