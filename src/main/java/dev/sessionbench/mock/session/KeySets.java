package dev.sessionbench.mock.session;

import com.google.spanner.v1.KeyRange;
import com.google.spanner.v1.KeySet;
import dev.sessionbench.mock.rpc.RpcFailure;
import java.util.List;

/** The form of key sets, and what they lock. */
public final class KeySets {
  private KeySets() {}

  /**
   * Checks the ranges of a key set.
   *
   * @throws RpcFailure INVALID_ARGUMENT if one has no start or no end
   */
  public static void check(KeySet keys) {
    for (KeyRange range : keys.getRangesList()) {
      RpcFailure.invalidArgumentIf(
          range.getStartKeyTypeCase() == KeyRange.StartKeyTypeCase.STARTKEYTYPE_NOT_SET,
          "Key range must contain either start_closed or start_open.");
      RpcFailure.invalidArgumentIf(
          range.getEndKeyTypeCase() == KeyRange.EndKeyTypeCase.ENDKEYTYPE_NOT_SET,
          "Key range must contain either end_closed or end_open.");
    }
  }

  /** The rows of a table that a key set locks: for a range of keys, or all of them, the table. */
  public static List<RowLock> locks(String table, KeySet keys) {
    if (keys.getAll() || keys.getRangesCount() > 0) {
      return List.of(RowLock.wholeTable(table));
    }
    return keys.getKeysList().stream().map(key -> RowLock.of(table, key)).toList();
  }
}
