package dev.sessionbench.mock.session;

import com.google.protobuf.ListValue;
import com.google.protobuf.Value;
import com.google.spanner.v1.KeyRange;
import com.google.spanner.v1.KeySet;
import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.mock.rpc.RpcFailure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a transaction locks: those of a table whose key begins with a value, or the whole
 * table.
 *
 * @param table the name of the table
 * @param key the first part of the key as the protocol writes it (an INT64 in decimal), or null for
 *     the whole table
 */
public record RowLock(String table, @Nullable String key) {
  private static final int SHOWN = 256;

  /**
   * Checks the table.
   *
   * @throws IllegalArgumentException if it is empty
   */
  public RowLock {
    Invalid.when(table.isEmpty(), "a lock needs the name of a table");
  }

  /**
   * All rows of a table.
   *
   * @param table its name
   * @return the lock
   * @throws IllegalArgumentException if the name is empty
   */
  public static RowLock wholeTable(String table) {
    return new RowLock(table, null);
  }

  /** The rows of a table whose key, or whose columns, begin with the first of some values. */
  static RowLock of(String table, ListValue values) {
    if (values.getValuesCount() == 0) {
      return wholeTable(table);
    }
    Value first = values.getValues(0);
    return new RowLock(
        table, first.hasStringValue() ? first.getStringValue() : first.toString().strip());
  }

  /** For messages, which are sent in headers; long keys are shortened. */
  @Override
  public String toString() {
    if (key == null) {
      return "table " + table;
    }
    String shown = key.length() <= SHOWN ? key : key.substring(0, SHOWN) + "...";
    return "key [" + shown + "] in table " + table;
  }

  /** Checks key sets, and names the rows that they lock. */
  public static final class KeySets {
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

    /**
     * The rows of a table that a key set locks. A range of keys, or all keys, lock the whole table.
     */
    public static List<RowLock> locks(String table, KeySet keys) {
      if (keys.getAll() || keys.getRangesCount() > 0) {
        return List.of(RowLock.wholeTable(table));
      }
      return keys.getKeysList().stream().map(key -> RowLock.of(table, key)).toList();
    }
  }
}
