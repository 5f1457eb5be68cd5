package dev.sessionbench.mock.session;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import com.google.spanner.v1.CommitRequest;
import com.google.spanner.v1.MultiplexedSessionPrecommitToken;
import com.google.spanner.v1.TransactionOptions;
import com.google.spanner.v1.TransactionOptions.IsolationLevel;
import com.google.spanner.v1.TransactionOptions.ModeCase;
import com.google.spanner.v1.TransactionOptions.ReadWrite.ReadLockMode;
import dev.sessionbench.mock.rpc.RpcFailure;
import org.jspecify.annotations.Nullable;

/**
 * A transaction of a session, with its state.
 *
 * <p>Its session's transactions guard all of it except the state. Other transactions may abort it
 * at any time, so the transaction's own monitor guards each change of state.
 */
public final class ServerTransaction {
  enum State {
    ACTIVE,
    /**
     * The client declared a statement as the last, or the one statement of partitioned DML has run.
     */
    FINISHED,
    COMMITTED,
    ROLLED_BACK,
    INVALIDATED,
    ABORTED
  }

  private static final String USED_AFTER_END =
      "Cannot start a read or query within a transaction after Commit() or Rollback() has been"
          + " called.";

  private final ByteString id;
  final ModeCase mode;
  final boolean locksReads;
  private final long age;
  private volatile State state = State.ACTIVE;
  private volatile String endReason = "";
  private int lastSeqNum;
  long mutationCount;
  private @Nullable Timestamp committed;
  volatile long lastUseMillis;

  /**
   * A new transaction.
   *
   * @param number in the order of beginning
   * @param options its kind, and whether its reads lock
   * @param failed the aborted attempt that it retries, whose age it has
   * @param nowMillis the time of its first use
   */
  ServerTransaction(
      long number, TransactionOptions options, @Nullable ServerTransaction failed, long nowMillis) {
    id = ByteString.copyFromUtf8("transaction-" + number);
    mode = mode(options);
    // Reads of optimistic transactions and repeatable reads do not lock.
    locksReads =
        options.getIsolationLevel() != IsolationLevel.REPEATABLE_READ
            && options.getReadWrite().getReadLockMode() != ReadLockMode.OPTIMISTIC;
    age = failed == null ? number : failed.age;
    lastUseMillis = nowMillis;
  }

  /** Its id, unique on the server. */
  public ByteString id() {
    return id;
  }

  boolean isOlderThan(ServerTransaction other) {
    return age < other.age;
  }

  boolean isActive() {
    return state == State.ACTIVE;
  }

  boolean isAborted() {
    return state == State.ABORTED;
  }

  /**
   * Changes its state unless it has ended; returns whether it did. After FINISHED it may still be
   * committed.
   *
   * @param reason what its further requests are told
   */
  synchronized boolean end(State how, String reason) {
    if (state != State.ACTIVE && state != State.FINISHED) {
      return false;
    }
    endReason = reason;
    state = how;
    return true;
  }

  /**
   * Checks that it still allows statements.
   *
   * @throws RpcFailure ABORTED if it was aborted, INVALID_ARGUMENT if it is partitioned DML and has
   *     run, FAILED_PRECONDITION if it has ended otherwise
   */
  synchronized void requireActive() {
    requireAlive();
    RpcFailure.invalidArgumentIf(
        state == State.FINISHED && mode == ModeCase.PARTITIONED_DML,
        "PartitionedDml transaction may only be used to execute one statement");
    RpcFailure.failedPreconditionIf(state != State.ACTIVE, "%s", endReason);
  }

  private void requireAlive() {
    if (state == State.ABORTED) {
      throw RpcFailure.aborted(endReason);
    }
    RpcFailure.failedPreconditionIf(state == State.INVALIDATED, "%s", endReason);
  }

  /** A new precommit token, with the highest sequence number so far. */
  MultiplexedSessionPrecommitToken nextToken() {
    lastSeqNum++;
    return token();
  }

  /** The newest precommit token. */
  MultiplexedSessionPrecommitToken token() {
    return MultiplexedSessionPrecommitToken.newBuilder()
        .setPrecommitToken(id)
        .setSeqNum(lastSeqNum)
        .build();
  }

  /**
   * Whether a commit has the newest token; also true if no token is needed.
   *
   * @throws RpcFailure FAILED_PRECONDITION if one is needed and missing, or is of another
   *     transaction
   */
  boolean hasNewestToken(CommitRequest commit) {
    if (lastSeqNum == 0) {
      return true;
    }
    MultiplexedSessionPrecommitToken presented = commit.getPrecommitToken();
    RpcFailure.failedPreconditionIf(
        !commit.hasPrecommitToken(),
        "Commit on a multiplexed session must include the precommit token with the highest"
            + " sequence number received in this transaction attempt.");
    RpcFailure.failedPreconditionIf(
        !presented.getPrecommitToken().equals(id) || presented.getSeqNum() > lastSeqNum,
        "The precommit token is not of this transaction.");
    return presented.getSeqNum() == lastSeqNum;
  }

  /** The commit timestamp; null if it was not committed. */
  @Nullable Timestamp committed() {
    return committed;
  }

  /**
   * Checks that it may be committed.
   *
   * @throws RpcFailure ABORTED if it was aborted, FAILED_PRECONDITION if it is not read-write or
   *     has ended otherwise
   */
  void requireCommittable() {
    requireReadWrite();
    requireAlive();
    RpcFailure.failedPreconditionIf(
        state == State.ROLLED_BACK, "Cannot commit a transaction after it has been rolled back.");
  }

  /**
   * Commits and returns the timestamp.
   *
   * @param mutations mutations that the commit itself brings
   * @param time gives the commit timestamp
   * @throws RpcFailure as {@link #requireCommittable} does
   */
  Timestamp commit(long mutations, TimestampSource time) {
    if (!end(State.COMMITTED, USED_AFTER_END)) {
      requireCommittable();
    }
    mutationCount += mutations;
    Timestamp now = time.commit();
    committed = now;
    return now;
  }

  /**
   * Rolls back. A repeated rollback, or one of an aborted transaction, has no further effect.
   *
   * @throws RpcFailure FAILED_PRECONDITION if it was committed, or is not read-write
   */
  void rollback() {
    requireReadWrite();
    RpcFailure.failedPreconditionIf(
        committed != null, "Cannot rollback a transaction after it has been committed.");
    synchronized (this) {
      endReason = USED_AFTER_END;
      state = State.ROLLED_BACK;
    }
  }

  private void requireReadWrite() {
    RpcFailure.failedPreconditionIf(
        mode != ModeCase.READ_WRITE,
        "Cannot commit or rollback a read-only or partitioned-dml transaction.");
  }

  /**
   * The kind of transaction that options ask for.
   *
   * @throws RpcFailure INVALID_ARGUMENT if they name none
   */
  static ModeCase mode(TransactionOptions options) {
    RpcFailure.invalidArgumentIf(
        options.getModeCase() == ModeCase.MODE_NOT_SET,
        "Transaction options must set read_write, read_only or partitioned_dml");
    return options.getModeCase();
  }
}
