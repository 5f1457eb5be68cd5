package dev.sessionbench.profile;

import com.google.protobuf.ListValue;
import com.google.spanner.v1.ResultSetMetadata;
import com.google.spanner.v1.StructType;
import dev.sessionbench.mock.query.StatementResult;
import dev.sessionbench.yaml.YamlMapping;
import dev.sessionbench.yaml.YamlValue;
import java.util.ArrayList;
import java.util.List;

/** Reads columns and rows. */
final class RowsReader {
  static final String COLUMNS = "columns";
  static final String ROWS = "rows";

  private RowsReader() {}

  static StatementResult.Rows read(YamlMapping result) {
    List<ColumnType> types = new ArrayList<>();
    StructType.Builder rowType = StructType.newBuilder();
    result
        .require(COLUMNS)
        .mapping()
        .forEach(
            (name, value) -> {
              ColumnType type = ColumnType.read(value);
              types.add(type);
              rowType.addFieldsBuilder().setName(name).setType(type.toProto());
            });
    if (types.isEmpty()) {
      throw result.require(COLUMNS).complaint("needs at least one column");
    }
    List<ListValue> rows = new ArrayList<>();
    for (YamlValue row : result.require(ROWS).items()) {
      rows.add(row(row, types));
    }
    return new StatementResult.Rows(
        ResultSetMetadata.newBuilder().setRowType(rowType).build(), rows);
  }

  private static ListValue row(YamlValue row, List<ColumnType> types) {
    List<YamlValue> items = row.items();
    if (items.size() != types.size()) {
      throw row.complaint(
          "has %s values, but there are %s columns".formatted(items.size(), types.size()));
    }
    ListValue.Builder values = ListValue.newBuilder();
    for (int i = 0; i < items.size(); i++) {
      values.addValues(types.get(i).value(items.get(i)));
    }
    return values.build();
  }
}
