package dev.sessionbench.mock.transaction;

import java.util.List;

/**
 * What a request does in its transaction.
 *
 * @param mutations what it changes, in mutations
 * @param rows what it locks if the transaction is read-write
 * @param exclusive whether it locks against readers too
 * @param last whether the client has said that no statement follows
 */
public record Effect(long mutations, List<RowLock> rows, boolean exclusive, boolean last) {
  /** Of a request that changes and locks nothing. */
  public static final Effect NONE = new Effect(0, List.of(), false, false);

  /** Of a query or a read. */
  public static Effect reading(List<RowLock> rows, boolean exclusive) {
    return rows.isEmpty() ? NONE : new Effect(0, rows, exclusive, false);
  }

  /** Of DML. */
  public static Effect writing(long mutations, List<RowLock> rows, boolean last) {
    return new Effect(mutations, rows, true, last);
  }
}
