package dev.sessionbench.mock.session;

import com.google.spanner.v1.KeySet;
import com.google.spanner.v1.Mutation;
import dev.sessionbench.mock.rpc.RpcFailure;
import dev.sessionbench.mock.session.RowLock.KeySets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Counts mutations for the service's limits, as it documents (cloud.google.com/spanner/quotas, note
 * on mutations). Each written column of each row counts as one, and so does each deleted key or
 * range. Indexes are unknown here and add nothing.
 *
 * <p>It also names the rows that mutations lock. The mock knows no schema: it takes the first
 * column of a mutation as the first part of the key, and locks by that part.
 */
final class Mutations {
  private static final int MAX_COUNT = 80_000;

  private Mutations() {}

  /**
   * The number of mutations in a commit.
   *
   * @throws RpcFailure INVALID_ARGUMENT if a mutation has no operation or no table, or the number
   *     of values in a row differs from the number of columns
   */
  static long count(List<Mutation> mutations) {
    return mutations.stream().mapToLong(Mutations::count).sum();
  }

  /**
   * Checks the mutations of one transaction.
   *
   * @throws RpcFailure INVALID_ARGUMENT if there are more than the limit
   */
  static void require(long count) {
    RpcFailure.invalidArgumentIf(
        count > MAX_COUNT,
        "The transaction contains too many mutations. Insert and update operations count with the"
            + " multiplicity of the number of columns they affect. For example, inserting values"
            + " into one key column and four non-key columns count as five mutations total for"
            + " the insert. Delete and delete range operations count as one mutation regardless"
            + " of the number of columns affected. The total mutation count includes any changes"
            + " to indexes that the transaction generates. Please reduce the number of writes, or"
            + " use fewer indexes. (Maximum number: %d)",
        MAX_COUNT);
  }

  private static long count(Mutation mutation) {
    RpcFailure.invalidArgumentIf(
        mutation.getOperationCase() == Mutation.OperationCase.OPERATION_NOT_SET,
        "A mutation has no operation");
    if (mutation.hasDelete()) {
      return count(mutation.getDelete());
    }
    // Mutations of queues, and those of later protocol versions, count as one.
    return write(mutation).map(Mutations::count).orElse(1L);
  }

  /** The rows that a mutation writes, if it writes rows. */
  private static Optional<Mutation.Write> write(Mutation mutation) {
    return switch (mutation.getOperationCase()) {
      case INSERT -> Optional.of(mutation.getInsert());
      case UPDATE -> Optional.of(mutation.getUpdate());
      case INSERT_OR_UPDATE -> Optional.of(mutation.getInsertOrUpdate());
      case REPLACE -> Optional.of(mutation.getReplace());
      default -> Optional.empty();
    };
  }

  private static long count(Mutation.Write write) {
    requireTable(write.getTable());
    int columns = write.getColumnsCount();
    String wrong = "A mutation of table %s names %d columns, but row %d has %d values";
    for (int i = 0; i < write.getValuesCount(); i++) {
      int values = write.getValues(i).getValuesCount();
      RpcFailure.invalidArgumentIf(values != columns, wrong, write.getTable(), columns, i, values);
    }
    return (long) write.getValuesCount() * columns;
  }

  private static long count(Mutation.Delete delete) {
    requireTable(delete.getTable());
    KeySet keys = delete.getKeySet();
    KeySets.check(keys);
    return (long) keys.getKeysCount() + keys.getRangesCount() + (keys.getAll() ? 1 : 0);
  }

  /**
   * The rows that mutations write.
   *
   * @param mutations checked by {@link #count(List)}
   */
  static List<RowLock> locks(List<Mutation> mutations) {
    List<RowLock> rows = new ArrayList<>();
    for (Mutation mutation : mutations) {
      Mutation.Delete delete = mutation.getDelete();
      rows.addAll(KeySets.locks(delete.getTable(), delete.getKeySet()));
      Mutation.Write write = write(mutation).orElse(Mutation.Write.getDefaultInstance());
      write.getValuesList().forEach(values -> rows.add(RowLock.of(write.getTable(), values)));
    }
    return rows;
  }

  private static void requireTable(String table) {
    RpcFailure.invalidArgumentIf(table.isEmpty(), "Mutation does not specify table.");
  }
}
