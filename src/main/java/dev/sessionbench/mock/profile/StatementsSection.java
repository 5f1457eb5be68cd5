package dev.sessionbench.mock.profile;

import com.google.protobuf.ListValue;
import com.google.spanner.v1.StructType;
import dev.sessionbench.base.text.YamlMapping;
import dev.sessionbench.base.text.YamlValue;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.query.StatementRegistry;
import dev.sessionbench.mock.query.StatementResult;
import dev.sessionbench.mock.session.RowLock;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;

/** Reads what the server answers statements and reads of tables with. */
final class StatementsSection {
  private static final String QUERY = "query";
  private static final String UPDATE = "update";
  private static final String ERROR = "error";
  private static final String ROW_COUNT = "rowCount";
  private static final String COLUMNS = "columns";
  private static final String ROWS = "rows";
  private static final String LOCKS = "locks";

  private StatementsSection() {}

  /** Adds statements; one that the registry holds already is answered anew. */
  static MockServerOptions addStatements(MockServerOptions options, YamlValue value) {
    StatementRegistry.Builder registry = options.statements().toBuilder();
    value.items().forEach(item -> registry.forget(sql(item).text()));
    for (YamlValue item : value.items()) {
      YamlValue sql = sql(item);
      sql.checked(() -> registry.query(sql.text(), result(item.mapping())));
      item.mapping()
          .get(LOCKS)
          .ifPresent(
              locks ->
                  registry.locking(
                      sql.text(), locks.list(StatementsSection::lock).toArray(RowLock[]::new)));
    }
    return options.withStatements(registry.build());
  }

  /** Adds tables. */
  static MockServerOptions addTables(MockServerOptions options, YamlValue value) {
    StatementRegistry.Builder registry = options.statements().toBuilder();
    for (YamlValue item : value.items()) {
      YamlMapping table = item.mapping("table", COLUMNS, ROWS);
      YamlValue name = table.require("table");
      name.checked(() -> registry.table(name.text(), rows(table)));
    }
    return options.withStatements(registry.build());
  }

  private static YamlValue sql(YamlValue item) {
    YamlMapping statement = item.mapping();
    if (statement.get(QUERY).isPresent() == statement.get(UPDATE).isPresent()) {
      throw item.complaint("needs either the key 'query' or the key 'update'");
    }
    return statement.get(QUERY).orElseGet(() -> statement.require(UPDATE));
  }

  private static StatementResult result(YamlMapping statement) {
    String kind = statement.get(QUERY).isPresent() ? QUERY : UPDATE;
    if (statement.get(ERROR).isPresent()) {
      statement.only(List.of(kind, ERROR), "key beside an error");
      return failure(statement.require(ERROR).mapping("code", "message"));
    }
    if (kind.equals(QUERY)) {
      statement.only(List.of(QUERY, COLUMNS, ROWS, ERROR, LOCKS), "key");
      return rows(statement);
    }
    statement.only(List.of(UPDATE, ROW_COUNT, ERROR, LOCKS), "key");
    return StatementResult.update(statement.require(ROW_COUNT).integer(0, Long.MAX_VALUE));
  }

  private static RowLock lock(YamlValue value) {
    YamlMapping lock = value.mapping("table", "key");
    YamlValue table = lock.require("table");
    return table.checked(
        () ->
            lock.get("key")
                .map(key -> new RowLock(table.text(), key.text()))
                .orElseGet(() -> RowLock.wholeTable(table.text())));
  }

  private static StatementResult failure(YamlMapping error) {
    Status status = Status.fromCode(FaultEffectReader.status(error.require("code")));
    return new StatementResult.Failure(
        error.get("message").map(text -> status.withDescription(text.text())).orElse(status));
  }

  private static StatementResult.Rows rows(YamlMapping result) {
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
    return StatementResult.rows(rowType.build(), result.require(ROWS).list(row -> row(row, types)));
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
