package dev.sessionbench.mock.session;

import com.google.spanner.v1.Mutation;
import dev.sessionbench.mock.rpc.RpcFailure;
import dev.sessionbench.mock.session.ServerTransaction.State;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The locks of all read-write transactions of a server.
 *
 * <p>It is wound-wait without the wait. If a transaction meets another's lock, the older of the two
 * continues. An older requester aborts the holder: the next request of the holder is ABORTED. A
 * younger requester is itself ABORTED at once. The service would let it wait; here no thread of the
 * server may block. A retry keeps the age of its previous attempt, so the oldest always succeeds. A
 * holder unused for {@value #IDLE_SECONDS} s is wounded at any age, as the service documents for
 * idle transactions.
 *
 * <p>One monitor guards everything. It is held only for look-ups in maps. Releases and immediate
 * writes skip it while no locks are held.
 */
final class LockTable {
  static final int IDLE_SECONDS = 10;

  /** A transaction with more locked keys of a table than this locks the whole table. */
  private static final int KEYS_PER_TRANSACTION = 10_000;

  private record TableName(String database, String table) {}

  private final Map<TableName, LockedTable> tables = new HashMap<>();
  private final TimestampSource time;
  private volatile boolean empty = true;

  LockTable(TimestampSource time) {
    this.time = time;
  }

  /**
   * Locks rows for a transaction until it ends.
   *
   * @throws RpcFailure ABORTED if an older transaction holds one of them; the requester has ended
   */
  void acquire(
      ServerTransaction requester, String database, List<RowLock> rows, boolean exclusive) {
    if (rows.isEmpty()) {
      return;
    }
    synchronized (this) {
      for (RowLock row : rows) {
        clear(requester, database, row, exclusive);
        tables
            .computeIfAbsent(new TableName(database, row.table()), name -> new LockedTable())
            .lock(requester, row.key(), exclusive);
      }
      empty = false;
      if (!requester.isActive()) {
        // Another transaction has wounded it meanwhile, so nothing else would release its new
        // locks.
        release(requester);
      }
    }
  }

  /**
   * Removes conflicting locks for writes that take effect at once and need no locks of their own.
   *
   * @param requester the transaction that writes; null for one that is younger than all others
   * @param mutations its writes, checked by {@link Mutations#count(List)}
   * @throws RpcFailure ABORTED if an older transaction has locked one of the rows; the requester
   *     has ended
   */
  void makeWay(@Nullable ServerTransaction requester, String database, List<Mutation> mutations) {
    if (empty) {
      return;
    }
    synchronized (this) {
      Mutations.locks(mutations).forEach(row -> clear(requester, database, row, true));
    }
  }

  private void clear(
      @Nullable ServerTransaction requester, String database, RowLock row, boolean exclusive) {
    LockedTable table = tables.get(new TableName(database, row.table()));
    if (table == null) {
      return;
    }
    List<ServerTransaction> holders = table.conflicting(requester, row.key(), exclusive);
    if (!holders.stream().allMatch(holder -> givesWay(holder, requester))) {
      String reason =
          "Transaction was aborted. A transaction of higher priority has locked " + row + ".";
      if (requester != null) {
        end(requester, State.ABORTED, reason);
      }
      throw RpcFailure.aborted(reason);
    }
    String wounded =
        "Transaction was aborted. It was wounded by a higher priority transaction due to conflict"
            + (" on " + row + ".");
    holders.forEach(holder -> end(holder, State.ABORTED, wounded));
  }

  private boolean givesWay(ServerTransaction holder, @Nullable ServerTransaction requester) {
    return (requester != null && requester.isOlderThan(holder))
        || time.millis() - holder.lastUseMillis >= TimeUnit.SECONDS.toMillis(IDLE_SECONDS);
  }

  /** Ends a transaction unless it has ended, and releases its locks. */
  void end(ServerTransaction transaction, State how, String reason) {
    var unused = transaction.end(how, reason);
    release(transaction);
  }

  /** Releases all locks of a transaction; no effect if it has none. */
  void release(ServerTransaction holder) {
    if (empty) {
      return;
    }
    synchronized (this) {
      tables.values().removeIf(table -> table.release(holder));
      empty = tables.isEmpty();
    }
  }

  /** The locks of one table: the holders of each key, and whether they are exclusive. */
  private static final class LockedTable {
    /** By key; null stands for the whole table. */
    private final Map<@Nullable String, Map<ServerTransaction, Boolean>> byKey = new HashMap<>();

    private final Map<ServerTransaction, Set<@Nullable String>> held = new HashMap<>();

    /** Locks a key, or the whole table if null. An exclusive lock stays exclusive. */
    void lock(ServerTransaction holder, @Nullable String key, boolean exclusive) {
      Set<@Nullable String> keys = held.computeIfAbsent(holder, h -> new HashSet<>());
      @Nullable String locked = keys.size() < KEYS_PER_TRANSACTION ? key : null;
      keys.add(locked);
      Map<ServerTransaction, Boolean> holders = byKey.computeIfAbsent(locked, k -> new HashMap<>());
      holders.merge(holder, exclusive, Boolean::logicalOr);
    }

    /**
     * The other holders whose locks conflict with a lock on a key, or on the whole table if null.
     */
    // Transactions are compared by identity, because each has one object.
    @SuppressWarnings("ReferenceEquality")
    List<ServerTransaction> conflicting(
        @Nullable ServerTransaction requester, @Nullable String key, boolean exclusive) {
      List<ServerTransaction> found = new ArrayList<>();
      var met =
          key == null
              ? byKey.values()
              : List.of(byKey.getOrDefault(null, Map.of()), byKey.getOrDefault(key, Map.of()));
      for (Map<ServerTransaction, Boolean> holders : met) {
        holders.forEach(
            (holder, exclusively) -> {
              if (holder != requester && (exclusive || exclusively)) {
                found.add(holder);
              }
            });
      }
      return found;
    }

    /** Releases the locks of a transaction; returns whether the table has no locks left. */
    boolean release(ServerTransaction holder) {
      Set<@Nullable String> keys = held.remove(holder);
      if (keys != null) {
        for (@Nullable String key : keys) {
          byKey.computeIfPresent(
              key,
              (k, holders) -> {
                holders.remove(holder);
                return holders.isEmpty() ? null : holders;
              });
        }
      }
      return held.isEmpty();
    }
  }
}
