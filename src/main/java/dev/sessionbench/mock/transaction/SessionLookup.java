package dev.sessionbench.mock.transaction;

import dev.sessionbench.mock.rpc.RpcFailure;

/** Finds the transactions of a session. */
@FunctionalInterface
public interface SessionLookup {
  /**
   * Finds a session and marks it as used.
   *
   * @param name its full name
   * @return its transactions
   * @throws RpcFailure INVALID_ARGUMENT if the name is malformed, NOT_FOUND if there is no such
   *     session or it has expired
   */
  SessionTransactions transactionsOf(String name);
}
