package dev.sessionbench.mock.transaction;

import com.google.protobuf.ListValue;
import com.google.protobuf.Value;
import com.google.spanner.v1.KeySet;
import com.google.spanner.v1.Mutation;
import java.util.ArrayList;
import java.util.List;

/**
 * What reads and mutations lock. The mock knows no schema: it takes the first column that a
 * mutation names for the first part of the key, and locks by that part. A range of keys, or all of
 * them, lock the whole table.
 */
public final class LockedRows {
  private LockedRows() {}

  /** The rows of a read. */
  public static List<RowLock> of(String table, KeySet keys) {
    if (keys.getAll() || keys.getRangesCount() > 0) {
      return List.of(RowLock.wholeTable(table));
    }
    return keys.getKeysList().stream().map(key -> row(table, key)).toList();
  }

  /**
   * The rows that mutations write.
   *
   * @param mutations checked by {@link MutationCount}
   */
  public static List<RowLock> of(List<Mutation> mutations) {
    List<RowLock> rows = new ArrayList<>();
    for (Mutation mutation : mutations) {
      switch (mutation.getOperationCase()) {
        case INSERT -> add(rows, mutation.getInsert());
        case UPDATE -> add(rows, mutation.getUpdate());
        case INSERT_OR_UPDATE -> add(rows, mutation.getInsertOrUpdate());
        case REPLACE -> add(rows, mutation.getReplace());
        case DELETE ->
            rows.addAll(of(mutation.getDelete().getTable(), mutation.getDelete().getKeySet()));
        // Queues have no rows.
        default -> {}
      }
    }
    return rows;
  }

  private static void add(List<RowLock> rows, Mutation.Write write) {
    write.getValuesList().forEach(values -> rows.add(row(write.getTable(), values)));
  }

  private static RowLock row(String table, ListValue values) {
    return values.getValuesCount() == 0
        ? RowLock.wholeTable(table)
        : new RowLock(table, text(values.getValues(0)));
  }

  private static String text(Value value) {
    return value.hasStringValue() ? value.getStringValue() : value.toString().strip();
  }
}
