package dev.sessionbench.mock.transaction;

import com.google.protobuf.ByteString;
import dev.sessionbench.mock.rpc.RpcFailure;
import io.grpc.Status;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The transactions that a session remembers, the oldest forgotten beyond a bound. Not thread-safe.
 */
final class KeptTransactions {
  private final int capacity;

  /** Made with the first transaction: most of a million sessions may never have one. */
  private Map<ByteString, ServerTransaction> byId = Map.of();

  KeptTransactions(int capacity) {
    this.capacity = capacity;
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
    if (id.isEmpty()) {
      throw RpcFailure.invalidArgument("A transaction id must not be empty");
    }
  }

  /** Remembers a transaction, and returns the one that had to be forgotten for it, if any. */
  @Nullable ServerTransaction add(ServerTransaction transaction) {
    if (byId.isEmpty()) {
      byId = new LinkedHashMap<>(4);
    }
    byId.put(transaction.id(), transaction);
    if (byId.size() <= capacity) {
      return null;
    }
    Iterator<ServerTransaction> oldestFirst = byId.values().iterator();
    ServerTransaction oldest = oldestFirst.next();
    oldestFirst.remove();
    return oldest;
  }

  /** Forgets all. */
  void clear() {
    byId = Map.of();
  }

  void forEach(Consumer<ServerTransaction> action) {
    byId.values().forEach(action);
  }
}
