package dev.sessionbench.mock;

/** Which statements may run in which transactions. */
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
      throw RpcFailure.invalidArgument("Queries cannot run in a partitioned DML transaction");
    }
    if (selection.singleUse() && selection.mode() == TransactionMode.READ_WRITE) {
      throw RpcFailure.invalidArgument("A single-use transaction of a query must be read-only");
    }
  }

  /**
   * Checks that DML may run.
   *
   * @throws RpcFailure INVALID_ARGUMENT if the transaction is read-only or for single use
   */
  static void requireWritable(Selection selection) {
    if (selection.singleUse() || !selection.mode().writes()) {
      throw RpcFailure.invalidArgument(
          "DML statements can only be performed in a read-write or partitioned-dml transaction.");
    }
  }
}
