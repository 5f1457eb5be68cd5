package dev.sessionbench.mock.session;

import static dev.sessionbench.mock.Connection.QUERY;
import static dev.sessionbench.mock.Connection.readOnly;
import static dev.sessionbench.mock.Connection.readWrite;
import static dev.sessionbench.mock.Connection.sql;
import static dev.sessionbench.mock.Failures.assertFails;
import static io.grpc.Status.Code.DEADLINE_EXCEEDED;
import static io.grpc.Status.Code.FAILED_PRECONDITION;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Duration;
import com.google.protobuf.Timestamp;
import com.google.protobuf.util.Timestamps;
import com.google.spanner.v1.CommitResponse;
import com.google.spanner.v1.Transaction;
import com.google.spanner.v1.TransactionOptions;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.SpannerRpcFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    assertFails(INVALID_ARGUMENT, "single-use", () -> beginOn(session, bounded));
    assertThat(
            stub()
                .executeSql(
                    sql(session, QUERY).setTransaction(Connection.singleUse(bounded)).build())
                .getMetadata()
                .getTransaction()
                .hasReadTimestamp())
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE})
  void stalenessThatIsNoneIsInvalid(long seconds) {
    Duration staleness = Duration.newBuilder().setSeconds(seconds).build();
    TransactionOptions exact =
        readOnlyWith(TransactionOptions.ReadOnly.newBuilder().setExactStaleness(staleness));
    TransactionOptions most =
        readOnlyWith(TransactionOptions.ReadOnly.newBuilder().setMaxStaleness(staleness));

    assertFails(INVALID_ARGUMENT, "Invalid staleness", () -> beginOn(session, exact));
    assertFails(INVALID_ARGUMENT, "Invalid staleness", () -> queryOnce(most));
  }

  @Test
  void readBeyondTheRetentionOfVersionsFails() {
    clock.advance(java.time.Duration.ofDays(1));
    session = connection.createSession();
    long now = clock.instant().getEpochSecond();

    assertThat(beginOn(session, at(now - 3_600)).getReadTimestamp().getSeconds())
        .isEqualTo(now - 3_600);
    assertFails(
        FAILED_PRECONDITION,
        "has exceeded the maximum timestamp staleness",
        () -> beginOn(session, at(now - 3_601)));
    assertFails(
        FAILED_PRECONDITION,
        "has exceeded the maximum timestamp staleness",
        () -> beginOn(session, staleness(3_601)));
    assertThat(beginOn(session, staleness(3_600)).hasReadTimestamp()).isTrue();
  }

  @Test
  void readMoreThanAnHourAheadCannotEndInTime() {
    long now = clock.instant().getEpochSecond();

    assertFails(
        DEADLINE_EXCEEDED,
        "is more than 1 hour in future",
        () -> beginOn(session, at(now + 3_601)));
    assertThat(beginOn(session, at(now + 3_600)).getReadTimestamp().getSeconds())
        .isEqualTo(now + 3_600);
    assertFails(
        DEADLINE_EXCEEDED,
        "is more than 1 hour in future",
        () ->
            queryOnce(
                readOnlyWith(
                    TransactionOptions.ReadOnly.newBuilder()
                        .setMinReadTimestamp(Timestamps.fromSeconds(now + 3_601)))));
  }

  @Test
  void timeThatIsNoneIsInvalid() {
    assertFails(INVALID_ARGUMENT, "Invalid timestamp", () -> beginOn(session, at(Long.MAX_VALUE)));
  }

  private void queryOnce(TransactionOptions options) {
    stub().executeSql(sql(session, QUERY).setTransaction(Connection.singleUse(options)).build());
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
