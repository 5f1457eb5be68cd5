package dev.sessionbench.mock.query;

import com.google.protobuf.ListValue;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.StructType;
import dev.sessionbench.mock.rpc.RpcFailure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
    if (columns.isEmpty()) {
      throw RpcFailure.invalidArgument("A read must name at least one column of " + name);
    }
    Map<String, Integer> positions = new HashMap<>();
    List<StructType.Field> fields = table.metadata().getRowType().getFieldsList();
    for (int i = 0; i < fields.size(); i++) {
      positions.putIfAbsent(fields.get(i).getName(), i);
    }
    return columns.stream()
        .mapToInt(
            column -> {
              Integer position = positions.get(column);
              if (position == null) {
                throw RpcFailure.invalidArgument(
                    "Column not registered with the mock server: " + name + "." + column);
              }
              return position;
            })
        .toArray();
  }

  static ResultSet of(
      StatementResult.Rows table, int[] positions, List<ListValue> rows, long limit) {
    StructType.Builder type = StructType.newBuilder();
    for (int position : positions) {
      type.addFields(table.metadata().getRowType().getFields(position));
    }
    long count = limit > 0 ? Math.min(limit, rows.size()) : rows.size();
    List<ListValue> projected = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ListValue.Builder row = ListValue.newBuilder();
      for (int position : positions) {
        row.addValues(rows.get(i).getValues(position));
      }
      projected.add(row.build());
    }
    ResultSet.Builder result = ResultSet.newBuilder().addAllRows(projected);
    result.getMetadataBuilder().setRowType(type);
    return result.build();
  }
}
