package dev.sessionbench.mock.session;

import static dev.sessionbench.mock.Connection.QUERY;
import static dev.sessionbench.mock.Connection.begin;
import static dev.sessionbench.mock.Connection.id;
import static dev.sessionbench.mock.Connection.readOnly;
import static dev.sessionbench.mock.Connection.readWrite;
import static dev.sessionbench.mock.Connection.sql;
import static dev.sessionbench.mock.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.spanner.v1.CommitRequest;
import com.google.spanner.v1.CommitResponse;
import com.google.spanner.v1.MultiplexedSessionPrecommitToken;
import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.Session;
import com.google.spanner.v1.Transaction;
import dev.sessionbench.mock.SpannerRpcFixture;
import io.grpc.Status;
import org.junit.jupiter.api.Test;

/** Precommit tokens of multiplexed sessions. */
class PrecommitTokenTest extends SpannerRpcFixture {
  @Test
  void inlineBegunReadWriteOnMultiplexedSessionHasAToken() {
    Session multiplexed = this.multiplexed;
    PartialResultSet first =
        stream(sql(multiplexed, QUERY).setTransaction(begin(readWrite())).build()).get(0);

    assertThat(first.getMetadata().getTransaction().getId().isEmpty()).isFalse();
    assertThat(first.getPrecommitToken().getSeqNum()).isEqualTo(1);
    assertThat(stream(sql(multiplexed, QUERY).setTransaction(begin(readOnly())).build()).get(0))
        .matches(part -> !part.hasPrecommitToken());
  }

  @Test
  void precommitTokensRiseAndOnlyTheNewestCommits() {
    Transaction begun = beginWithMutationKey(multiplexed);
    MultiplexedSessionPrecommitToken first = begun.getPrecommitToken();
    MultiplexedSessionPrecommitToken second =
        stub()
            .executeSql(sql(multiplexed, QUERY).setTransaction(id(begun.getId())).build())
            .getPrecommitToken();
    assertThat(second.getSeqNum()).isGreaterThan(first.getSeqNum());

    CommitRequest without =
        CommitRequest.newBuilder()
            .setSession(multiplexed.getName())
            .setTransactionId(begun.getId())
            .build();
    assertFails(Status.Code.FAILED_PRECONDITION, "precommit token", () -> stub().commit(without));
    assertFails(
        Status.Code.FAILED_PRECONDITION,
        "not of this transaction",
        () ->
            stub()
                .commit(
                    without.toBuilder()
                        .setPrecommitToken(first.toBuilder().setSeqNum(99))
                        .build()));
    CommitResponse retry = stub().commit(without.toBuilder().setPrecommitToken(first).build());
    assertThat(retry.getPrecommitToken()).isEqualTo(second);
    assertThat(retry.hasCommitTimestamp()).as("not committed yet").isFalse();
    CommitResponse done = stub().commit(without.toBuilder().setPrecommitToken(second).build());
    assertThat(done.hasCommitTimestamp()).isTrue();
    assertThat(done.hasPrecommitToken()).isFalse();
  }

  @Test
  void regularSessionsGetNoPrecommitTokens() {
    assertThat(beginWithMutationKey(session).hasPrecommitToken()).isFalse();
    assertThat(beginOn(multiplexed, readWrite()).hasPrecommitToken()).isFalse();
  }
}
