package dev.sessionbench.mock;

import com.google.spanner.v1.KeySet;
import com.google.spanner.v1.Mutation;
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
   * @throws RpcFailure INVALID_ARGUMENT if a mutation has no operation
   */
  static long of(List<Mutation> mutations) {
    return mutations.stream().mapToLong(MutationCount::of).sum();
  }

  private static long of(Mutation mutation) {
    return switch (mutation.getOperationCase()) {
      case INSERT -> of(mutation.getInsert());
      case UPDATE -> of(mutation.getUpdate());
      case INSERT_OR_UPDATE -> of(mutation.getInsertOrUpdate());
      case REPLACE -> of(mutation.getReplace());
      case DELETE -> of(mutation.getDelete().getKeySet());
      case OPERATION_NOT_SET -> throw RpcFailure.invalidArgument("A mutation has no operation");
      // The client's release may know operations that this mock does not.
      default -> 1;
    };
  }

  private static long of(Mutation.Write write) {
    return (long) write.getValuesCount() * write.getColumnsCount();
  }

  private static long of(KeySet keys) {
    return (long) keys.getKeysCount() + keys.getRangesCount() + (keys.getAll() ? 1 : 0);
  }
}
