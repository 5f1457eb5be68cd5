package dev.sessionbench.mock.session;

import com.google.protobuf.ByteString;
import com.google.spanner.v1.TransactionOptions;
import dev.sessionbench.mock.rpc.RpcFailure;
import io.grpc.Status;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The transactions that a session remembers. Not thread-safe.
 *
 * <p>A regular session has at most one transaction that writes: a newer one, a single-use commit
 * included, invalidates the older. A multiplexed session has any number side by side.
 *
 * <p>Ended transactions are kept, so that a repeated commit or rollback is answered as the first.
 * Read-only ones never end by an RPC. So memory is bounded by number: the oldest is forgotten, on a
 * regular session beyond {@value #KEPT_REGULAR}, on a multiplexed one beyond {@value
 * #KEPT_MULTIPLEXED}.
 */
final class KeptTransactions {
  static final int KEPT_REGULAR = 16;
  static final int KEPT_MULTIPLEXED = 16_384;

  private final LockTable locks;
  private final boolean multiplexed;

  private final Map<ByteString, ServerTransaction> byId = new LinkedHashMap<>();

  private @Nullable ServerTransaction latestWriting;
  private @Nullable ServerTransaction latest;

  KeptTransactions(LockTable locks, boolean multiplexed) {
    this.locks = locks;
    this.multiplexed = multiplexed;
  }

  /** The transaction that was added last, if any is remembered. */
  @Nullable ServerTransaction latest() {
    return latest;
  }

  /** The transaction with an id, if it is remembered. */
  @Nullable ServerTransaction find(ByteString id) {
    return byId.get(id);
  }

  /**
   * The transaction with an id.
   *
   * @throws RpcFailure INVALID_ARGUMENT if the id is empty, NOT_FOUND if no such transaction is
   *     remembered
   */
  ServerTransaction require(ByteString id) {
    requirePresent(id);
    ServerTransaction transaction = byId.get(id);
    if (transaction == null) {
      throw RpcFailure.of(
          Status.NOT_FOUND.withDescription("Transaction not found: " + id.toStringUtf8()));
    }
    return transaction;
  }

  /**
   * Checks an id.
   *
   * @throws RpcFailure INVALID_ARGUMENT if it is empty
   */
  static void requirePresent(ByteString id) {
    RpcFailure.invalidArgumentIf(id.isEmpty(), "A transaction id must not be empty");
  }

  /** Remembers a transaction; the one that has to be forgotten for it loses its locks. */
  void add(ServerTransaction transaction) {
    if (transaction.mode.writes()) {
      supersede(transaction);
    }
    byId.put(transaction.id(), transaction);
    latest = transaction;
    if (byId.size() > (multiplexed ? KEPT_MULTIPLEXED : KEPT_REGULAR)) {
      Iterator<ServerTransaction> oldestFirst = byId.values().iterator();
      locks.release(oldestFirst.next());
      oldestFirst.remove();
    }
  }

  /**
   * On a regular session, invalidates the transaction that writes.
   *
   * @param newer what writes in its place; null for what ends at once
   */
  void supersede(@Nullable ServerTransaction newer) {
    if (multiplexed) {
      return;
    }
    if (latestWriting != null) {
      latestWriting.invalidate(
          "This transaction has been invalidated by a later transaction in the same session.");
      locks.release(latestWriting);
    }
    latestWriting = newer;
  }

  /** The aborted attempt that a transaction repeats: on a regular session the one before it. */
  @Nullable ServerTransaction repeatedBy(TransactionOptions options) {
    if (!options.hasReadWrite()) {
      return null;
    }
    ServerTransaction previous =
        multiplexed
            ? find(options.getReadWrite().getMultiplexedSessionPreviousTransactionId())
            : latestWriting;
    return previous != null && previous.isAborted() ? previous : null;
  }

  /** Forgets all. */
  void clear() {
    byId.clear();
    latestWriting = null;
    latest = null;
  }

  void forEach(Consumer<ServerTransaction> action) {
    byId.values().forEach(action);
  }
}
