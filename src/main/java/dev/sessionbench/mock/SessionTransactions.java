package dev.sessionbench.mock;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import com.google.spanner.v1.CommitRequest;
import com.google.spanner.v1.CommitResponse;
import com.google.spanner.v1.Transaction;
import com.google.spanner.v1.TransactionOptions;
import com.google.spanner.v1.TransactionSelector;
import io.grpc.Status;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of one session, which end with it.
 *
 * <p>A regular session has at most one transaction that writes: a newer one, a single-use commit
 * included, invalidates the older. A multiplexed session has any number side by side.
 *
 * <p>Ended transactions are kept, so that a repeated commit or rollback is answered as the first.
 * Read-only ones never end by an RPC. So memory is bounded by number: the oldest is forgotten, on a
 * regular session beyond {@value #KEPT_REGULAR}, on a multiplexed one beyond {@value
 * #KEPT_MULTIPLEXED}. Transactions do not time out.
 */
final class SessionTransactions {
  static final int KEPT_REGULAR = 16;
  static final int KEPT_MULTIPLEXED = 16_384;

  private static final TransactionOptions STRONG_READ =
      TransactionOptions.newBuilder()
          .setReadOnly(TransactionOptions.ReadOnly.newBuilder().setStrong(true))
          .build();
  private static final Selection SINGLE_STRONG_READ =
      new Selection(TransactionMode.READ_ONLY, null, STRONG_READ, true);

  private final boolean multiplexed;
  private final TimestampSource time;
  private final AtomicLong numbers;
  private final Map<ByteString, ServerTransaction> byId = new LinkedHashMap<>();
  private @Nullable ServerTransaction latestWriting;

  /**
   * No transactions yet.
   *
   * @param multiplexed the kind of session
   * @param time gives timestamps
   * @param numbers makes ids that no other session of the server has
   */
  SessionTransactions(boolean multiplexed, TimestampSource time, AtomicLong numbers) {
    this.multiplexed = multiplexed;
    this.time = time;
    this.numbers = numbers;
  }

  /**
   * Finds out which transaction a request is to run in, and changes nothing.
   *
   * @throws RpcFailure NOT_FOUND if the session has no transaction of that id, FAILED_PRECONDITION
   *     if it has ended, INVALID_ARGUMENT if the options make no sense
   */
  Selection select(TransactionSelector selector) {
    return switch (selector.getSelectorCase()) {
      case ID -> existing(selector.getId());
      case BEGIN -> {
        TransactionOptions options = selector.getBegin();
        TransactionMode mode = TransactionMode.of(options);
        ReadTimestamps.requireMultiUse(options);
        yield new Selection(mode, null, options, false);
      }
      case SINGLE_USE -> {
        TransactionOptions options = selector.getSingleUse();
        yield new Selection(TransactionMode.of(options), null, options, true);
      }
      case SELECTOR_NOT_SET -> SINGLE_STRONG_READ;
    };
  }

  private synchronized Selection existing(ByteString id) {
    ServerTransaction transaction = require(id);
    transaction.requireActive();
    return new Selection(
        transaction.mode(), transaction, TransactionOptions.getDefaultInstance(), false);
  }

  /**
   * Runs a request in the transaction that it selected, which begins now if it has to.
   *
   * @param selection what {@link #select} returned
   * @param mutations what the request changes, in mutations
   * @return what the reply tells about the transaction
   */
  Grant enter(Selection selection, long mutations) {
    if (selection.singleUse()) {
      Timestamp read = ReadTimestamps.returned(selection.options(), time);
      return read == null
          ? Grant.NONE
          : new Grant(Transaction.newBuilder().setReadTimestamp(read).build(), null);
    }
    synchronized (this) {
      ServerTransaction existing = selection.existing();
      if (existing != null) {
        return granted(existing, null, mutations);
      }
      ServerTransaction begun = add(selection.mode());
      return granted(begun, describe(begun, selection.options()), mutations);
    }
  }

  private Grant granted(
      ServerTransaction transaction, @Nullable Transaction described, long mutations) {
    transaction.addMutations(mutations);
    boolean tokens = multiplexed && transaction.mode() == TransactionMode.READ_WRITE;
    if (!tokens && described == null) {
      return Grant.NONE;
    }
    return new Grant(described, tokens ? transaction.nextToken() : null);
  }

  /**
   * Begins a transaction.
   *
   * @param options its kind and bounds
   * @param withToken whether the client has named a mutation key, and so wants a precommit token if
   *     the session is multiplexed
   * @return the transaction as clients see it
   * @throws RpcFailure INVALID_ARGUMENT if the options make no sense
   */
  synchronized Transaction begin(TransactionOptions options, boolean withToken) {
    TransactionMode mode = TransactionMode.of(options);
    ReadTimestamps.requireMultiUse(options);
    ServerTransaction begun = add(mode);
    Transaction described = describe(begun, options);
    if (withToken && multiplexed && mode == TransactionMode.READ_WRITE) {
      return described.toBuilder().setPrecommitToken(begun.nextToken()).build();
    }
    return described;
  }

  private ServerTransaction add(TransactionMode mode) {
    ByteString id = ByteString.copyFromUtf8("transaction-" + numbers.incrementAndGet());
    ServerTransaction transaction = new ServerTransaction(id, mode);
    if (mode.writes()) {
      supersede(transaction);
    }
    if (byId.size() >= (multiplexed ? KEPT_MULTIPLEXED : KEPT_REGULAR)) {
      byId.remove(byId.keySet().iterator().next());
    }
    byId.put(id, transaction);
    return transaction;
  }

  private void supersede(@Nullable ServerTransaction newer) {
    if (multiplexed) {
      return;
    }
    if (latestWriting != null) {
      latestWriting.invalidate();
    }
    latestWriting = newer;
  }

  private Transaction describe(ServerTransaction begun, TransactionOptions options) {
    Transaction.Builder described = Transaction.newBuilder().setId(begun.id());
    Timestamp read = ReadTimestamps.returned(options, time);
    if (read != null) {
      described.setReadTimestamp(read);
    }
    return described.build();
  }

  /**
   * Commits.
   *
   * @throws RpcFailure NOT_FOUND if the session has no transaction of that id, FAILED_PRECONDITION
   *     if it cannot be committed, INVALID_ARGUMENT if the request is malformed
   */
  synchronized CommitResponse commit(CommitRequest request) {
    long mutations = MutationCount.of(request.getMutationsList());
    return switch (request.getTransactionCase()) {
      case TRANSACTION_ID ->
          require(request.getTransactionId())
              .commit(
                  request.hasPrecommitToken() ? request.getPrecommitToken() : null,
                  mutations,
                  request.getReturnCommitStats(),
                  time);
      case SINGLE_USE_TRANSACTION -> {
        if (TransactionMode.of(request.getSingleUseTransaction()) != TransactionMode.READ_WRITE) {
          throw RpcFailure.invalidArgument("A single-use commit must be read-write");
        }
        supersede(null);
        yield ServerTransaction.commitResponse(
            time.commit(), mutations, request.getReturnCommitStats());
      }
      case TRANSACTION_NOT_SET ->
          throw RpcFailure.invalidArgument(
              "Commit must set transaction_id or single_use_transaction");
    };
  }

  /**
   * Rolls back. A transaction that the session does not know is answered like one that is rolled
   * back already, as the proto of Rollback demands.
   *
   * @throws RpcFailure FAILED_PRECONDITION if it was committed, INVALID_ARGUMENT if the id is empty
   */
  synchronized void rollback(ByteString id) {
    requirePresent(id);
    ServerTransaction transaction = byId.get(id);
    if (transaction != null) {
      transaction.rollback();
    }
  }

  private ServerTransaction require(ByteString id) {
    requirePresent(id);
    ServerTransaction transaction = byId.get(id);
    if (transaction == null) {
      throw RpcFailure.of(
          Status.NOT_FOUND.withDescription("Transaction not found: " + id.toStringUtf8()));
    }
    return transaction;
  }

  private static void requirePresent(ByteString id) {
    if (id.isEmpty()) {
      throw RpcFailure.invalidArgument("A transaction id must not be empty");
    }
  }
}
