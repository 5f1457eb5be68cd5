package dev.sessionbench.mock.session;

import com.google.spanner.v1.TransactionOptions;
import com.google.spanner.v1.TransactionOptions.IsolationLevel;
import com.google.spanner.v1.TransactionOptions.ReadWrite.ReadLockMode;
import dev.sessionbench.mock.rpc.RpcFailure;

/** The three kinds of transactions. */
public enum TransactionMode {
  READ_WRITE,
  READ_ONLY,
  PARTITIONED_DML;

  /**
   * The kind that options ask for.
   *
   * @throws RpcFailure INVALID_ARGUMENT if they name none
   */
  static TransactionMode of(TransactionOptions options) {
    return switch (options.getModeCase()) {
      case READ_WRITE -> READ_WRITE;
      case READ_ONLY -> READ_ONLY;
      case PARTITIONED_DML -> PARTITIONED_DML;
      case MODE_NOT_SET ->
          throw RpcFailure.invalidArgument(
              "Transaction options must set read_write, read_only or partitioned_dml");
    };
  }

  /** Whether a transaction of this kind changes data, so that a session has at most one. */
  public boolean writes() {
    return this != READ_ONLY;
  }

  /** Optimistic transactions and those of repeatable reads lock nothing that they only read. */
  static boolean locksReads(TransactionOptions options) {
    return options.getIsolationLevel() != IsolationLevel.REPEATABLE_READ
        && options.getReadWrite().getReadLockMode() != ReadLockMode.OPTIMISTIC;
  }
}
