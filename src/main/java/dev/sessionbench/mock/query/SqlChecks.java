package dev.sessionbench.mock.query;

import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.ResultSet;
import dev.sessionbench.mock.rpc.RpcFailure;
import dev.sessionbench.mock.rpc.ServiceLimits;
import dev.sessionbench.mock.transaction.Selection;
import dev.sessionbench.mock.transaction.TransactionMode;
import java.util.Locale;

/** Which statements may run in which transactions, and what results may be. */
final class SqlChecks {
  private SqlChecks() {}

  /**
   * Checks that a query or a read may run.
   *
   * @throws RpcFailure INVALID_ARGUMENT if the transaction is for partitioned DML, or would be a
   *     read-write one for single use
   */
  static void requireQueryable(Selection selection) {
    if (selection.mode() == TransactionMode.PARTITIONED_DML) {
      throw RpcFailure.invalidArgument(
          "PartitionedDml Transactions may only be used to execute DML statements");
    }
    if (selection.singleUse() && selection.mode() == TransactionMode.READ_WRITE) {
      throw RpcFailure.invalidArgument(
          "Transaction mode for read only single use transaction should be read_only.");
    }
  }

  /**
   * Checks that DML may run.
   *
   * @throws RpcFailure INVALID_ARGUMENT if the transaction is read-only or for single use, or is
   *     for partitioned DML and the statement cannot be partitioned
   */
  static void requireWritable(
      Selection selection, PreparedStatements.Prepared statement, ExecuteSqlRequest request) {
    if (selection.mode() != TransactionMode.READ_ONLY && selection.singleUse()) {
      throw RpcFailure.invalidArgument(
          "DML statements may not be performed in single-use transactions, to avoid replay.");
    }
    if (!selection.mode().writes()) {
      throw RpcFailure.invalidArgument(
          "DML statements can only be performed in a read-write or partitioned-dml transaction.");
    }
    if (selection.mode() == TransactionMode.PARTITIONED_DML) {
      if (request.getSql().stripLeading().toUpperCase(Locale.ROOT).startsWith("INSERT")) {
        throw RpcFailure.invalidArgument("INSERT is not supported for Partitioned DML");
      }
      if (statement.source() instanceof StatementResult.Returning) {
        throw RpcFailure.invalidArgument(
            "Partitioned DML only supports fully partitionable statements.");
      }
    }
    if (!request.getPartitionToken().isEmpty()) {
      throw RpcFailure.invalidArgument("DML statements cannot be partitioned by a token.");
    }
  }

  /**
   * Checks the size of a result that is not streamed.
   *
   * @throws RpcFailure FAILED_PRECONDITION if it is beyond the limit, as the protos of ExecuteSql
   *     and Read have it
   */
  static void requireSmall(ResultSet result, ServiceLimits limits) {
    if (result.getSerializedSize() > limits.resultBytes()) {
      throw RpcFailure.failedPrecondition(
          "Result set too large. Result sets larger than %d bytes can only be yielded through the streaming API."
              .formatted(limits.resultBytes()));
    }
  }
}
