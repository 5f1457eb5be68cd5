package dev.sessionbench.mock;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import com.google.spanner.v1.CommitResponse;
import com.google.spanner.v1.MultiplexedSessionPrecommitToken;
import org.jspecify.annotations.Nullable;

/** One transaction of a session. Not thread-safe: its session's transactions guard it. */
final class ServerTransaction {
  private enum State {
    ACTIVE,
    COMMITTED,
    ROLLED_BACK,
    INVALIDATED
  }

  private final ByteString id;
  private final TransactionMode mode;
  private State state = State.ACTIVE;
  private int lastSeqNum;
  private long mutationCount;
  private @Nullable Timestamp committed;

  ServerTransaction(ByteString id, TransactionMode mode) {
    this.id = id;
    this.mode = mode;
  }

  ByteString id() {
    return id;
  }

  TransactionMode mode() {
    return mode;
  }

  void addMutations(long count) {
    mutationCount += count;
  }

  /** A later transaction of the same session takes this one's place. */
  void invalidate() {
    if (state == State.ACTIVE) {
      state = State.INVALIDATED;
    }
  }

  /**
   * Checks that statements may still run in it.
   *
   * @throws RpcFailure FAILED_PRECONDITION if it has ended
   */
  void requireActive() {
    switch (state) {
      case ACTIVE -> {}
      case INVALIDATED ->
          throw RpcFailure.failedPrecondition(
              "This transaction has been invalidated by a later transaction in the same session.");
      case COMMITTED, ROLLED_BACK ->
          throw RpcFailure.failedPrecondition(
              "Cannot start a read or query within a transaction after Commit() or Rollback() has"
                  + " been called.");
    }
  }

  /** The next precommit token; its sequence number is the highest so far. */
  MultiplexedSessionPrecommitToken nextToken() {
    lastSeqNum++;
    return token();
  }

  private MultiplexedSessionPrecommitToken token() {
    return MultiplexedSessionPrecommitToken.newBuilder()
        .setPrecommitToken(id)
        .setSeqNum(lastSeqNum)
        .build();
  }

  /**
   * Commits, or answers a repeated commit as the first.
   *
   * @param presented the token that the client sent, if any
   * @param mutations mutations that the commit itself brings
   * @param withStats whether the client wants the number of mutations
   * @param time gives the commit timestamp
   * @return the reply; where the token was not the newest, the newest token and no commit
   * @throws RpcFailure FAILED_PRECONDITION if it cannot be committed
   */
  CommitResponse commit(
      @Nullable MultiplexedSessionPrecommitToken presented,
      long mutations,
      boolean withStats,
      TimestampSource time) {
    if (mode != TransactionMode.READ_WRITE) {
      throw RpcFailure.failedPrecondition("Cannot commit a transaction of mode " + mode + ".");
    }
    if (state == State.ROLLED_BACK) {
      throw RpcFailure.failedPrecondition(
          "Cannot commit a transaction after Rollback() has been called.");
    }
    if (committed == null) {
      requireActive();
      if (lastSeqNum > 0 && !isNewest(presented)) {
        return CommitResponse.newBuilder().setPrecommitToken(token()).build();
      }
      state = State.COMMITTED;
      mutationCount += mutations;
      committed = time.commit();
    }
    return commitResponse(committed, mutationCount, withStats);
  }

  private boolean isNewest(@Nullable MultiplexedSessionPrecommitToken presented) {
    if (presented == null) {
      throw RpcFailure.failedPrecondition(
          "Commit on a multiplexed session must include the precommit token with the highest"
              + " sequence number received in this transaction attempt.");
    }
    if (!presented.getPrecommitToken().equals(id) || presented.getSeqNum() > lastSeqNum) {
      throw RpcFailure.failedPrecondition("The precommit token is not of this transaction.");
    }
    return presented.getSeqNum() == lastSeqNum;
  }

  /** The reply to a commit. */
  static CommitResponse commitResponse(Timestamp committed, long mutations, boolean withStats) {
    CommitResponse.Builder response = CommitResponse.newBuilder().setCommitTimestamp(committed);
    if (withStats) {
      response.getCommitStatsBuilder().setMutationCount(mutations);
    }
    return response.build();
  }

  /**
   * Rolls back; again is the same as once.
   *
   * @throws RpcFailure FAILED_PRECONDITION if it was committed
   */
  void rollback() {
    if (state == State.COMMITTED) {
      throw RpcFailure.failedPrecondition(
          "Cannot rollback a transaction after Commit() has been called.");
    }
    state = State.ROLLED_BACK;
  }
}
