package dev.sessionbench.mock.query;

import com.google.spanner.v1.DirectedReadOptions;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.ResultSet;
import dev.sessionbench.mock.rpc.RpcFailure;
import dev.sessionbench.mock.rpc.ServiceLimits;
import dev.sessionbench.mock.session.SessionTransactions.Selection;
import dev.sessionbench.mock.session.ServerTransaction.TransactionMode;
import java.util.Locale;

/** Which statements may run in which transactions, and what results may be. */
final class SqlChecks {
  private static final int MAX_SELECTIONS = 10;

  private SqlChecks() {}

  /**
   * Checks that a query or a read may run.
   *
   * @throws RpcFailure INVALID_ARGUMENT if the transaction is for partitioned DML, or would be a
   *     read-write one for single use
   */
  static void requireQueryable(Selection selection) {
    RpcFailure.invalidArgumentIf(
        selection.mode() == TransactionMode.PARTITIONED_DML,
        "PartitionedDml Transactions may only be used to execute DML statements");
    RpcFailure.invalidArgumentIf(
        selection.singleUse() && selection.mode() == TransactionMode.READ_WRITE,
        "Transaction mode for read only single use transaction should be read_only.");
  }

  /**
   * Checks that DML may run.
   *
   * @throws RpcFailure INVALID_ARGUMENT if the transaction is read-only or for single use, or is
   *     for partitioned DML and the statement cannot be partitioned
   */
  static void requireWritable(
      Selection selection, PreparedStatements.Prepared statement, ExecuteSqlRequest request) {
    RpcFailure.invalidArgumentIf(
        selection.mode() != TransactionMode.READ_ONLY && selection.singleUse(),
        "DML statements may not be performed in single-use transactions, to avoid replay.");
    RpcFailure.invalidArgumentIf(
        !selection.mode().writes(),
        "DML statements can only be performed in a read-write or partitioned-dml transaction.");
    if (selection.mode() == TransactionMode.PARTITIONED_DML) {
      RpcFailure.invalidArgumentIf(
          request.getSql().stripLeading().toUpperCase(Locale.ROOT).startsWith("INSERT"),
          "INSERT is not supported for Partitioned DML");
      RpcFailure.invalidArgumentIf(
          statement.source() instanceof StatementResult.Update update && update.isReturning(),
          "Partitioned DML only supports fully partitionable statements.");
    }
    RpcFailure.invalidArgumentIf(
        !request.getPartitionToken().isEmpty(), "DML statements cannot be partitioned by a token.");
  }

  /**
   * Checks the size of a result that is not streamed.
   *
   * @throws RpcFailure FAILED_PRECONDITION if it is beyond the limit, as the protos of ExecuteSql
   *     and Read have it
   */
  static void requireSmall(ResultSet result, ServiceLimits limits) {
    RpcFailure.failedPreconditionIf(
        result.getSerializedSize() > limits.resultBytes(),
        "Result set too large. Result sets larger than %d bytes can only be yielded through the streaming API.",
        limits.resultBytes());
  }

  /**
   * Checks the replicas that a request names. The mock has one, so they route nothing.
   *
   * @throws RpcFailure INVALID_ARGUMENT if there are any outside a read-only transaction, or too
   *     many
   */
  static void requireDirectable(DirectedReadOptions options, Selection selection) {
    int replicas =
        switch (options.getReplicasCase()) {
          case REPLICAS_NOT_SET -> 0;
          case INCLUDE_REPLICAS -> options.getIncludeReplicas().getReplicaSelectionsCount();
          case EXCLUDE_REPLICAS -> options.getExcludeReplicas().getReplicaSelectionsCount();
        };
    RpcFailure.invalidArgumentIf(
        replicas > MAX_SELECTIONS,
        "Directed read options can have at most %d replica selections, was %d",
        MAX_SELECTIONS,
        replicas);
    RpcFailure.invalidArgumentIf(
        options.getReplicasCase() != DirectedReadOptions.ReplicasCase.REPLICAS_NOT_SET
            && selection.mode() != TransactionMode.READ_ONLY,
        "Directed reads can only be performed in a read-only transaction.");
  }
}
