package dev.sessionbench.mock.transaction;

import dev.sessionbench.mock.rpc.RpcFailure;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The locks of all read-write transactions of a server.
 *
 * <p>Wound-wait without the wait. Where a transaction meets another one's lock, the older of the
 * two lives: an older requester wounds the holder, whose next request is ABORTED; a younger
 * requester is ABORTED itself at once, where the service would let it wait, so that no thread of
 * the server ever blocks. A retry takes the age of the attempt before it along, so the oldest
 * always gets through. A holder that was not used for {@value #IDLE_SECONDS} s is wounded whatever
 * its age, as the service documents for idle transactions.
 *
 * <p>One monitor guards everything. It is held for look-ups in maps only, and never taken while
 * nobody holds a lock.
 */
final class LockTable {
  static final int IDLE_SECONDS = 10;

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
        // Wounded by somebody else meanwhile: nobody would release what it locked since.
        release(requester);
      }
    }
  }

  /**
   * Makes way for writes that take effect at once, and so need no locks of their own.
   *
   * @param requester the transaction that writes; null for one that is younger than all others
   * @throws RpcFailure ABORTED if an older transaction has locked one of the rows; the requester
   *     has ended
   */
  void makeWay(@Nullable ServerTransaction requester, String database, List<RowLock> rows) {
    if (empty) {
      return;
    }
    synchronized (this) {
      rows.forEach(row -> clear(requester, database, row, true));
    }
  }

  /** Whether nobody holds a lock. */
  boolean isEmpty() {
    return empty;
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
        requester.abort(reason);
        release(requester);
      }
      throw RpcFailure.aborted(reason);
    }
    for (ServerTransaction holder : holders) {
      holder.abort(
          "Transaction was aborted. It was wounded by a higher priority transaction due to conflict"
              + " on "
              + row
              + ".");
      release(holder);
    }
  }

  private boolean givesWay(ServerTransaction holder, @Nullable ServerTransaction requester) {
    return (requester != null && requester.isOlderThan(holder))
        || time.millis() - holder.lastUseMillis() >= TimeUnit.SECONDS.toMillis(IDLE_SECONDS);
  }

  /** Gives up all locks of a transaction; does nothing if it has none. */
  void release(ServerTransaction holder) {
    if (empty) {
      return;
    }
    synchronized (this) {
      tables.values().removeIf(table -> table.release(holder));
      empty = tables.isEmpty();
    }
  }
}
