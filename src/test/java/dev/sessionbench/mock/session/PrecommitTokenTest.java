package dev.sessionbench.mock.session;

import static dev.sessionbench.mock.Connection.QUERY;
import static dev.sessionbench.mock.Connection.begin;
import static dev.sessionbench.mock.Connection.id;
import static dev.sessionbench.mock.Connection.readOnly;
import static dev.sessionbench.mock.Connection.readWrite;
import static dev.sessionbench.mock.Connection.sql;
import static dev.sessionbench.mock.Failures.assertUnmet;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.spanner.v1.CommitRequest;
import com.google.spanner.v1.CommitResponse;
import com.google.spanner.v1.MultiplexedSessionPrecommitToken;
import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.Transaction;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.Shows;
import dev.sessionbench.mock.SpannerRpcFixture;
import org.junit.jupiter.api.Test;

/** Tests precommit tokens of multiplexed sessions. */
class PrecommitTokenTest extends SpannerRpcFixture {
  @Test
  void inlineBegunReadWriteOnMultiplexedSessionHasAToken() {
    PartialResultSet first =
        stream(sql(multiplexed, QUERY).setTransaction(begin(readWrite()))).get(0);

    assertThat(first.getMetadata().getTransaction().getId().isEmpty()).isFalse();
    assertThat(first.getPrecommitToken().getSeqNum()).isEqualTo(1);
    assertThat(stream(sql(multiplexed, QUERY).setTransaction(begin(readOnly()))).get(0))
        .matches(part -> !part.hasPrecommitToken());
  }

  @Test
  @Shows(
      of = {Rpc.BEGIN_TRANSACTION, Rpc.COMMIT},
      value = "A mutation key on a multiplexed session brings a token; Commit needs the newest")
  void precommitTokensRiseAndOnlyTheNewestCommits() {
    Transaction begun = beginWithMutationKey(multiplexed);
    MultiplexedSessionPrecommitToken first = begun.getPrecommitToken();
    MultiplexedSessionPrecommitToken second =
        execute(sql(multiplexed, QUERY).setTransaction(id(begun.getId()))).getPrecommitToken();
    assertThat(second.getSeqNum()).isGreaterThan(first.getSeqNum());

    CommitRequest.Builder without =
        Connection.commitOf(multiplexed).setTransactionId(begun.getId());
    assertUnmet("precommit token", () -> connection.commit(without));
    assertUnmet(
        "not of this transaction",
        () ->
            connection.commit(without.clone().setPrecommitToken(first.toBuilder().setSeqNum(99))));
    CommitResponse retry = connection.commit(without.clone().setPrecommitToken(first));
    assertThat(retry.getPrecommitToken()).isEqualTo(second);
    assertThat(retry.hasCommitTimestamp()).as("not committed yet").isFalse();
    CommitResponse done = connection.commit(without.clone().setPrecommitToken(second));
    assertThat(done.hasCommitTimestamp()).isTrue();
    assertThat(done.hasPrecommitToken()).isFalse();
  }

  @Test
  void regularSessionsGetNoPrecommitTokens() {
    assertThat(beginWithMutationKey(session).hasPrecommitToken()).isFalse();
    assertThat(beginOn(multiplexed, readWrite()).hasPrecommitToken()).isFalse();
  }
}
