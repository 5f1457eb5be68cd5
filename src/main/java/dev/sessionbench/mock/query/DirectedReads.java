package dev.sessionbench.mock.query;

import com.google.spanner.v1.DirectedReadOptions;
import dev.sessionbench.mock.rpc.RpcFailure;
import dev.sessionbench.mock.transaction.Selection;
import dev.sessionbench.mock.transaction.TransactionMode;

/** The rules of DirectedReadOptions. The mock has one replica, so they route nothing. */
final class DirectedReads {
  private static final int MAX_SELECTIONS = 10;

  private DirectedReads() {}

  /**
   * Checks the options of a request.
   *
   * @throws RpcFailure INVALID_ARGUMENT if there are any outside a read-only transaction, or too
   *     many
   */
  static void check(DirectedReadOptions options, Selection selection) {
    int replicas =
        switch (options.getReplicasCase()) {
          case REPLICAS_NOT_SET -> 0;
          case INCLUDE_REPLICAS -> options.getIncludeReplicas().getReplicaSelectionsCount();
          case EXCLUDE_REPLICAS -> options.getExcludeReplicas().getReplicaSelectionsCount();
        };
    if (replicas > MAX_SELECTIONS) {
      throw RpcFailure.invalidArgument(
          "Directed read options can have at most %d replica selections, was %d"
              .formatted(MAX_SELECTIONS, replicas));
    }
    if (options.getReplicasCase() != DirectedReadOptions.ReplicasCase.REPLICAS_NOT_SET
        && selection.mode() != TransactionMode.READ_ONLY) {
      throw RpcFailure.invalidArgument(
          "Directed reads can only be performed in a read-only transaction.");
    }
  }
}
