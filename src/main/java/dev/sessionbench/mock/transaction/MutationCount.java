package dev.sessionbench.mock.transaction;

import com.google.spanner.v1.KeySet;
import com.google.spanner.v1.Mutation;
import dev.sessionbench.mock.rpc.RpcFailure;
import java.util.List;

/**
 * Counts mutations as the service documents it for its limits (cloud.google.com/spanner/quotas,
 * note on mutations): each column of each row written is one, each key or range deleted is one.
 * Indexes are unknown here and add nothing.
 */
final class MutationCount {
  private MutationCount() {}

  /**
   * The count of a commit.
   *
   * @throws RpcFailure INVALID_ARGUMENT if a mutation has no operation or no table, or a row
   *     another number of values than there are columns
   */
  static long of(List<Mutation> mutations) {
    long count = 0;
    for (Mutation mutation : mutations) {
      count += of(mutation);
    }
    return count;
  }

  /**
   * Checks the mutations of one transaction.
   *
   * @throws RpcFailure INVALID_ARGUMENT if there are more than the limit
   */
  static void require(long count, int limit) {
    if (count > limit) {
      throw RpcFailure.invalidArgument(
          "The transaction contains too many mutations. Insert and update operations count with the"
              + " multiplicity of the number of columns they affect. For example, inserting values"
              + " into one key column and four non-key columns count as five mutations total for"
              + " the insert. Delete and delete range operations count as one mutation regardless"
              + " of the number of columns affected. The total mutation count includes any changes"
              + " to indexes that the transaction generates. Please reduce the number of writes, or"
              + " use fewer indexes. (Maximum number: "
              + limit
              + ")");
    }
  }

  private static long of(Mutation mutation) {
    return switch (mutation.getOperationCase()) {
      case INSERT -> of(mutation.getInsert());
      case UPDATE -> of(mutation.getUpdate());
      case INSERT_OR_UPDATE -> of(mutation.getInsertOrUpdate());
      case REPLACE -> of(mutation.getReplace());
      case DELETE -> of(mutation.getDelete());
      case OPERATION_NOT_SET -> throw RpcFailure.invalidArgument("A mutation has no operation");
      // Of queues, and of what later releases of the protocol may bring.
      default -> 1;
    };
  }

  private static long of(Mutation.Write write) {
    requireTable(write.getTable());
    int columns = write.getColumnsCount();
    for (int i = 0; i < write.getValuesCount(); i++) {
      int values = write.getValues(i).getValuesCount();
      if (values != columns) {
        throw RpcFailure.invalidArgument(
            "A mutation of table %s names %d columns, but row %d has %d values"
                .formatted(write.getTable(), columns, i, values));
      }
    }
    return (long) write.getValuesCount() * columns;
  }

  private static long of(Mutation.Delete delete) {
    requireTable(delete.getTable());
    KeySet keys = delete.getKeySet();
    KeySets.check(keys);
    return (long) keys.getKeysCount() + keys.getRangesCount() + (keys.getAll() ? 1 : 0);
  }

  private static void requireTable(String table) {
    RpcFailure.invalidArgumentIf(table.isEmpty(), "Mutation does not specify table.");
  }
}
