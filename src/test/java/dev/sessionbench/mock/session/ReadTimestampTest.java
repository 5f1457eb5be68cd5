package dev.sessionbench.mock.session;

import static dev.sessionbench.mock.Connection.QUERY;
import static dev.sessionbench.mock.Connection.readOnly;
import static dev.sessionbench.mock.Connection.sql;
import static dev.sessionbench.mock.Failures.assertInvalid;
import static dev.sessionbench.mock.Failures.assertUnmet;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Duration;
import com.google.protobuf.Timestamp;
import com.google.protobuf.util.Timestamps;
import com.google.spanner.v1.CommitResponse;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.Transaction;
import com.google.spanner.v1.TransactionOptions;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.Shows;
import dev.sessionbench.mock.SpannerRpcFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the read timestamps of read-only transactions. */
class ReadTimestampTest extends SpannerRpcFixture {
  @Test
  @Shows(of = Rpc.BEGIN_TRANSACTION, value = "Gives strong, stale and bounded read timestamps")
  void readTimestampIsGivenWhenAskedForAndNeverBeforeTheLastCommit() {
    CommitResponse commit = commit(session, begun(session));
    Transaction asked = beginOn(session, readOnly());

    assertThat(Timestamps.compare(asked.getReadTimestamp(), commit.getCommitTimestamp()))
        .isNotNegative();
    assertThat(beginOn(session, strong()).hasReadTimestamp()).isFalse();
    assertThat(beginOn(session, staleness(10)).getReadTimestamp().getSeconds())
        .isEqualTo(asked.getReadTimestamp().getSeconds() - 10);
  }

  @Test
  void boundedStalenessIsForSingleUseOnly() {
    TransactionOptions bounded = atMost(Duration.newBuilder().setSeconds(10).build());
    assertInvalid("single-use", () -> beginOn(session, bounded));
    ResultSet result = execute(sql(session, QUERY).setTransaction(Connection.singleUse(bounded)));
    assertThat(result.getMetadata().getTransaction().hasReadTimestamp()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE})
  void invalidStalenessIsRefused(long seconds) {
    Duration most = Duration.newBuilder().setSeconds(seconds).build();
    assertInvalid("Invalid staleness", () -> beginOn(session, staleness(seconds)));
    assertInvalid("Invalid staleness", () -> queryOnce(atMost(most)));
  }

  @Test
  @Shows(of = Rpc.BEGIN_TRANSACTION, value = "Refuses read timestamps beyond the retention")
  void readBeyondTheRetentionOfVersionsFails() {
    clock.advance(java.time.Duration.ofDays(1));
    session = connection.createSession();
    long now = clock.instant().getEpochSecond();

    assertThat(beginOn(session, at(now - 3_600)).getReadTimestamp().getSeconds())
        .isEqualTo(now - 3_600);
    assertUnmet(
        "has exceeded the maximum timestamp staleness", () -> beginOn(session, at(now - 3_601)));
    assertUnmet(
        "has exceeded the maximum timestamp staleness", () -> beginOn(session, staleness(3_601)));
    assertThat(beginOn(session, staleness(3_600)).hasReadTimestamp()).isTrue();
  }

  @Test
  void invalidTimeIsRefused() {
    assertInvalid("Invalid timestamp", () -> beginOn(session, at(Long.MAX_VALUE)));
  }

  private void queryOnce(TransactionOptions options) {
    execute(sql(session, QUERY).setTransaction(Connection.singleUse(options)));
  }

  private static TransactionOptions atMost(Duration staleness) {
    return readOnlyWith(TransactionOptions.ReadOnly.newBuilder().setMaxStaleness(staleness));
  }

  private static TransactionOptions at(long seconds) {
    return readOnlyWith(
        TransactionOptions.ReadOnly.newBuilder()
            .setReadTimestamp(Timestamp.newBuilder().setSeconds(seconds)));
  }

  private static TransactionOptions staleness(long seconds) {
    return readOnlyWith(
        TransactionOptions.ReadOnly.newBuilder()
            .setExactStaleness(Duration.newBuilder().setSeconds(seconds)));
  }
}
