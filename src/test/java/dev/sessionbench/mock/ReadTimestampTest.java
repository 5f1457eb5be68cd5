package dev.sessionbench.mock;

import static dev.sessionbench.mock.Connection.QUERY;
import static dev.sessionbench.mock.Connection.readOnly;
import static dev.sessionbench.mock.Connection.readWrite;
import static dev.sessionbench.mock.Connection.sql;
import static dev.sessionbench.mock.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Duration;
import com.google.protobuf.util.Timestamps;
import com.google.spanner.v1.CommitResponse;
import com.google.spanner.v1.Transaction;
import com.google.spanner.v1.TransactionOptions;
import io.grpc.Status;
import org.junit.jupiter.api.Test;

/** At what time read-only transactions read. */
class ReadTimestampTest extends SpannerRpcFixture {
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
}
