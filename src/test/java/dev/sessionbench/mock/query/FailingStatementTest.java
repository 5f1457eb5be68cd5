package dev.sessionbench.mock.query;

import static dev.sessionbench.mock.Connection.readWrite;
import static dev.sessionbench.mock.Failures.assertInvalid;
import static dev.sessionbench.mock.Failures.assertUnmet;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.spanner.v1.ExecuteBatchDmlResponse;
import com.google.spanner.v1.ExecuteSqlRequest;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.Shows;
import dev.sessionbench.mock.SpannerRpcFixture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests that failing statements begin no transaction. A regular session shows this: it has one
 * writing transaction at a time, so a new one would invalidate the open one.
 */
class FailingStatementTest extends SpannerRpcFixture {
  private ByteString open = ByteString.EMPTY;

  @BeforeEach
  void begin() {
    open = begun(session);
  }

  private void assertStillOpen() {
    assertThat(commit(session, open).hasCommitTimestamp()).isTrue();
  }

  private ExecuteSqlRequest.Builder beginning(String statement) {
    return Connection.sql(session, statement).setTransaction(Connection.begin(readWrite()));
  }

  @Test
  void statementThatSucceedsBeginsATransactionAndSoEndsTheOpenOne() {
    execute(beginning("SELECT 1"));
    assertUnmet("", () -> commit(session, open));
  }

  @Test
  @Shows(of = Rpc.EXECUTE_SQL, value = "A failing statement begins no transaction")
  void failingStatementBeginsNoTransaction() {
    assertUnmet("broken", () -> execute(beginning(BROKEN)));
    assertInvalid("UNKNOWN", () -> execute(beginning("UNKNOWN")));
    assertStillOpen();
  }

  @Test
  @Shows(of = Rpc.EXECUTE_STREAMING_SQL, value = "A failing statement begins no transaction")
  void failingStreamBeginsNoTransaction() {
    assertUnmet("broken", () -> stream(beginning(BROKEN)));
    assertStillOpen();
  }

  @Test
  void streamThatCannotBeResumedBeginsNoTransaction() {
    assertInvalid(
        "resume token",
        () -> stream(beginning("SELECT 1").setResumeToken(ByteString.copyFromUtf8("x"))));
    assertStillOpen();
  }

  @Test
  void batchWhoseFirstStatementFailsBeginsNoTransaction() {
    ExecuteBatchDmlResponse response = batch(session, Connection.begin(readWrite()), BROKEN);
    assertThat(response.getStatus().getCode()).isNotZero();
    assertThat(response.getResultSetsCount()).isZero();
    assertStillOpen();
  }

  @Test
  void failingReadBeginsNoTransaction() {
    assertInvalid(
        "UNKNOWN",
        () ->
            stub()
                .read(
                    read("UNKNOWN", "A").toBuilder()
                        .setTransaction(Connection.begin(readWrite()))
                        .build()));
    assertStillOpen();
  }
}
