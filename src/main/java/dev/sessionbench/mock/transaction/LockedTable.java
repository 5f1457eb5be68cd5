package dev.sessionbench.mock.transaction;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The locks of one table: who holds which keys, and whether exclusively. Not thread-safe. */
final class LockedTable {
  /** A transaction that locks more keys than this locks the whole table. */
  private static final int KEYS_PER_TRANSACTION = 10_000;

  private final Map<String, Map<ServerTransaction, Boolean>> byKey = new HashMap<>();
  private final Map<ServerTransaction, Boolean> whole = new HashMap<>();
  private final Map<ServerTransaction, List<String>> keys = new HashMap<>();

  /** Locks a key, or with null the whole table. An exclusive lock stays exclusive. */
  void lock(ServerTransaction holder, @Nullable String key, boolean exclusive) {
    List<String> held = keys.computeIfAbsent(holder, h -> new ArrayList<>(1));
    if (key == null || held.size() >= KEYS_PER_TRANSACTION) {
      whole.merge(holder, exclusive, Boolean::logicalOr);
      return;
    }
    Map<ServerTransaction, Boolean> holders = byKey.computeIfAbsent(key, k -> new HashMap<>(2));
    if (!holders.containsKey(holder)) {
      held.add(key);
    }
    holders.merge(holder, exclusive, Boolean::logicalOr);
  }

  /** Who else holds a lock on a key, or with null anywhere, that cannot stand beside another. */
  List<ServerTransaction> conflicting(
      @Nullable ServerTransaction requester, @Nullable String key, boolean exclusive) {
    List<ServerTransaction> found = new ArrayList<>();
    collect(whole, requester, exclusive, found);
    if (key == null) {
      byKey.values().forEach(holders -> collect(holders, requester, exclusive, found));
    } else {
      collect(byKey.getOrDefault(key, Map.of()), requester, exclusive, found);
    }
    return found;
  }

  // Transactions are told apart by identity: there is one object for each.
  @SuppressWarnings("ReferenceEquality")
  private static void collect(
      Map<ServerTransaction, Boolean> holders,
      @Nullable ServerTransaction requester,
      boolean exclusive,
      List<ServerTransaction> found) {
    holders.forEach(
        (holder, exclusively) -> {
          if (holder != requester && (exclusive || exclusively)) {
            found.add(holder);
          }
        });
  }

  /** Gives up the locks of a transaction, and tells whether none of anybody is left. */
  boolean release(ServerTransaction holder) {
    whole.remove(holder);
    List<String> held = keys.remove(holder);
    if (held != null) {
      for (String key : held) {
        byKey.computeIfPresent(
            key,
            (k, holders) -> {
              holders.remove(holder);
              return holders.isEmpty() ? null : holders;
            });
      }
    }
    return keys.isEmpty();
  }
}
