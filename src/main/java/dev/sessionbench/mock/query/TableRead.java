package dev.sessionbench.mock.query;

import com.google.protobuf.ListValue;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.StructType;
import dev.sessionbench.mock.rpc.RpcFailure;
import java.util.List;

/** Projects the registered rows of a table to the columns that a read asks for. */
final class TableRead {
  private TableRead() {}

  /**
   * Checks the columns of a read.
   *
   * @return the position of each in the table
   * @throws RpcFailure INVALID_ARGUMENT if there are none, or the table has no such column
   */
  static int[] check(StatementResult.Rows table, String name, List<String> columns) {
    RpcFailure.invalidArgumentIf(
        columns.isEmpty(), "A read must name at least one column of %s", name);
    List<String> names =
        table.metadata().getRowType().getFieldsList().stream()
            .map(StructType.Field::getName)
            .toList();
    return columns.stream()
        .mapToInt(
            column -> {
              int position = names.indexOf(column);
              RpcFailure.invalidArgumentIf(
                  position < 0, "Column not registered with the mock server: %s.%s", name, column);
              return position;
            })
        .toArray();
  }

  static ResultSet of(
      StatementResult.Rows table, int[] positions, List<ListValue> rows, long limit) {
    ResultSet.Builder result = ResultSet.newBuilder();
    for (int position : positions) {
      result
          .getMetadataBuilder()
          .getRowTypeBuilder()
          .addFields(table.metadata().getRowType().getFields(position));
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
