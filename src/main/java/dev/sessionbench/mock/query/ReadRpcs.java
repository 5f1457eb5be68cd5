package dev.sessionbench.mock.query;

import com.google.protobuf.ListValue;
import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.ReadRequest;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.StructType;
import com.google.spanner.v1.TransactionOptions.ModeCase;
import dev.sessionbench.mock.query.PartitionRpcs.PartitionToken;
import dev.sessionbench.mock.rpc.RpcFailure;
import dev.sessionbench.mock.session.RowLock.KeySets;
import dev.sessionbench.mock.session.SessionTransactions;
import dev.sessionbench.mock.session.SessionTransactions.AccessSet;
import dev.sessionbench.mock.session.SessionTransactions.Selection;
import java.util.List;

/**
 * Answers reads by key from the registered tables. The keys only determine locks: a read returns
 * the registered rows for any keys.
 *
 * @param statements what is registered
 */
public record ReadRpcs(StatementRegistry statements) {
  /** Answers StreamingRead. */
  public List<PartialResultSet> streamingRead(
      SessionTransactions transactions, ReadRequest request) {
    Selection selection = transactions.select(request.getTransaction());
    String read = request.getTable() + request.getColumnsList();
    List<PartialResultSet> parts = ResultStream.of(rows(request, selection), read.hashCode());
    List<PartialResultSet> rest = ResultStream.after(parts, request.getResumeToken());
    return transactions.enter(selection, access(request, selection)).addTo(rest);
  }

  /** Answers Read. */
  public ResultSet read(SessionTransactions transactions, ReadRequest request) {
    Selection selection = transactions.select(request.getTransaction());
    ResultSet result = rows(request, selection);
    return transactions.enter(selection, access(request, selection)).addTo(result);
  }

  private ResultSet rows(ReadRequest request, Selection selection) {
    SqlRpcs.requireQueryable(selection);
    KeySets.check(request.getKeySet());
    ResultSet table = statements.table(request.getTable());
    int[] columns = columns(table, request.getTable(), request.getColumnsList());
    RpcFailure.invalidArgumentIf(
        request.getLimit() < 0, "limit must not be negative, was %s", request.getLimit());
    PartitionToken part = PartitionToken.of(request.getPartitionToken(), selection);
    List<ListValue> rows = part == null ? table.getRowsList() : part.rowsOf(table.getRowsList());
    return project(table, columns, rows, request.getLimit());
  }

  private static AccessSet access(ReadRequest request, Selection selection) {
    boolean exclusive = request.getLockHint() == ReadRequest.LockHint.LOCK_HINT_EXCLUSIVE;
    if (selection.mode() != ModeCase.READ_WRITE) {
      RpcFailure.invalidArgumentIf(
          exclusive, "A lock hint can only be used in a read-write transaction.");
      return AccessSet.NONE;
    }
    return AccessSet.reading(KeySets.locks(request.getTable(), request.getKeySet()), exclusive);
  }

  /**
   * Finds the columns of a read.
   *
   * @return the position of each in the table
   * @throws RpcFailure INVALID_ARGUMENT if there are no columns, or the table lacks one
   */
  static int[] columns(ResultSet table, String name, List<String> columns) {
    RpcFailure.invalidArgumentIf(
        columns.isEmpty(), "A read must name at least one column of %s", name);
    List<String> names =
        table.getMetadata().getRowType().getFieldsList().stream()
            .map(StructType.Field::getName)
            .toList();
    String unknown = "Column not registered with the mock server: %s.%s";
    int[] positions = columns.stream().mapToInt(names::indexOf).toArray();
    for (int i = 0; i < positions.length; i++) {
      RpcFailure.invalidArgumentIf(positions[i] < 0, unknown, name, columns.get(i));
    }
    return positions;
  }

  /** Projects the rows of a table to the columns of a read. */
  private static ResultSet project(
      ResultSet table, int[] positions, List<ListValue> rows, long limit) {
    ResultSet.Builder result = ResultSet.newBuilder();
    StructType.Builder type = result.getMetadataBuilder().getRowTypeBuilder();
    for (int position : positions) {
      type.addFields(table.getMetadata().getRowType().getFields(position));
    }
    long count = limit > 0 ? Math.min(limit, rows.size()) : rows.size();
    for (ListValue row : rows.subList(0, (int) count)) {
      ListValue.Builder projected = result.addRowsBuilder();
      for (int position : positions) {
        projected.addValues(row.getValues(position));
      }
    }
    return result.build();
  }
}
