package dev.sessionbench.profile;

import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.query.StatementRegistry;
import dev.sessionbench.mock.query.StatementResult;
import dev.sessionbench.yaml.YamlMapping;
import dev.sessionbench.yaml.YamlValue;
import io.grpc.Status;
import java.util.List;

/** Reads what the server answers statements and reads of tables with. */
final class StatementsSection {
  private static final String QUERY = "query";
  private static final String UPDATE = "update";
  private static final String ERROR = "error";
  private static final String ROW_COUNT = "rowCount";
  private static final String TABLE = "table";

  private StatementsSection() {}

  /** Adds statements; one that the registry holds already is answered anew. */
  static MockServerOptions addStatements(MockServerOptions options, YamlValue value) {
    StatementRegistry.Builder registry = options.statements().toBuilder();
    FirstPlaces seen = new FirstPlaces();
    for (YamlValue item : value.items()) {
      YamlMapping statement = item.mapping();
      boolean query = statement.get(QUERY).isPresent();
      boolean update = statement.get(UPDATE).isPresent();
      if (query == update) {
        throw item.complaint("needs either the key 'query' or the key 'update'");
      }
      String sql = seen.note(statement.require(query ? QUERY : UPDATE), "statement");
      registry.forget(sql);
      registry.query(sql, query ? queryResult(statement) : updateResult(statement));
    }
    return options.withStatements(registry.build());
  }

  /** Adds tables. */
  static MockServerOptions addTables(MockServerOptions options, YamlValue value) {
    StatementRegistry.Builder registry = options.statements().toBuilder();
    FirstPlaces seen = new FirstPlaces();
    for (YamlValue item : value.items()) {
      YamlMapping table = item.mapping(TABLE, RowsReader.COLUMNS, RowsReader.ROWS);
      registry.table(seen.note(table.require(TABLE), TABLE), RowsReader.read(table));
    }
    return options.withStatements(registry.build());
  }

  private static StatementResult queryResult(YamlMapping statement) {
    statement.only(List.of(QUERY, RowsReader.COLUMNS, RowsReader.ROWS, ERROR), "key");
    if (statement.get(ERROR).isEmpty()) {
      return RowsReader.read(statement);
    }
    return failure(statement, List.of(RowsReader.COLUMNS, RowsReader.ROWS));
  }

  private static StatementResult updateResult(YamlMapping statement) {
    statement.only(List.of(UPDATE, ROW_COUNT, ERROR), "key");
    if (statement.get(ERROR).isEmpty()) {
      return new StatementResult.UpdateCount(
          statement.require(ROW_COUNT).integer(0, Long.MAX_VALUE));
    }
    return failure(statement, List.of(ROW_COUNT));
  }

  private static StatementResult failure(YamlMapping statement, List<String> results) {
    for (String key : results) {
      if (statement.get(key).isPresent()) {
        throw statement.complaint(key, "a statement has either an error or a result");
      }
    }
    YamlMapping error = statement.require(ERROR).mapping("code", "message");
    Status status = Status.fromCode(StatusReader.error(error.require("code"), "a gRPC status: "));
    return new StatementResult.Failure(
        error.get("message").map(text -> status.withDescription(text.text())).orElse(status));
  }
}
