package dev.sessionbench.mock.session;

import java.util.List;

/**
 * What a request does in its transaction.
 *
 * @param mutations what it changes, in mutations
 * @param rows what it locks if the transaction is read-write
 * @param exclusive whether it locks against readers too
 * @param last whether the client has said that no statement follows
 */
public record AccessSet(long mutations, List<RowLock> rows, boolean exclusive, boolean last) {
  /** Of a request that changes and locks nothing. */
  public static final AccessSet NONE = new AccessSet(0, List.of(), false, false);

  /** Of a query or a read. */
  public static AccessSet reading(List<RowLock> rows, boolean exclusive) {
    return rows.isEmpty() ? NONE : new AccessSet(0, rows, exclusive, false);
  }

  /** Of DML. */
  public static AccessSet writing(long mutations, List<RowLock> rows, boolean last) {
    return new AccessSet(mutations, rows, true, last);
  }
}
