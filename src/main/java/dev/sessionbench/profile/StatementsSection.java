package dev.sessionbench.profile;

import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.query.StatementRegistry;
import dev.sessionbench.mock.query.StatementResult;
import io.grpc.Status;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

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
    Map<String, String> seen = new HashMap<>();
    for (YamlValue item : value.items()) {
      YamlMapping statement = item.mapping();
      boolean query = statement.get(QUERY).isPresent();
      boolean update = statement.get(UPDATE).isPresent();
      if (query == update) {
        throw item.complaint("needs either the key 'query' or the key 'update'");
      }
      YamlValue sql = statement.require(query ? QUERY : UPDATE);
      requireFirst(seen, sql, "statement");
      registry.forget(sql.text());
      registry.query(sql.text(), query ? queryResult(statement) : updateResult(statement));
    }
    return options.withStatements(registry.build());
  }

  /** Adds tables. */
  static MockServerOptions addTables(MockServerOptions options, YamlValue value) {
    StatementRegistry.Builder registry = options.statements().toBuilder();
    Map<String, String> seen = new HashMap<>();
    for (YamlValue item : value.items()) {
      YamlMapping table =
          item.mapping().only(List.of(TABLE, RowsReader.COLUMNS, RowsReader.ROWS), "key");
      YamlValue name = table.require(TABLE);
      requireFirst(seen, name, TABLE);
      registry.table(name.text(), RowsReader.read(table));
    }
    return options.withStatements(registry.build());
  }

  private static void requireFirst(Map<String, String> seen, YamlValue text, String kind) {
    String earlier = seen.putIfAbsent(text.text(), text.place());
    if (earlier != null) {
      throw text.complaint(
          "this %s stands here twice, first at %s: %s".formatted(kind, earlier, text.shown()));
    }
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
      return StatementResult.updateCount(statement.require(ROW_COUNT).integer(0, Long.MAX_VALUE));
    }
    return failure(statement, List.of(ROW_COUNT));
  }

  private static StatementResult failure(YamlMapping statement, List<String> results) {
    for (String key : results) {
      if (statement.get(key).isPresent()) {
        throw statement.complaint(key, "a statement has either an error or a result");
      }
    }
    YamlMapping error = statement.require(ERROR).mapping().only(List.of("code", "message"), "key");
    YamlValue code = error.require("code");
    Status.Code parsed =
        Arrays.stream(Status.Code.values())
            .filter(c -> c != Status.Code.OK && c.name().equals(code.text()))
            .findFirst()
            .orElseThrow(() -> code.mustBe("a gRPC status: " + codes()));
    Status status = Status.fromCode(parsed);
    return StatementResult.error(
        error.get("message").map(text -> status.withDescription(text.text())).orElse(status));
  }

  private static String codes() {
    return Arrays.stream(Status.Code.values())
        .filter(c -> c != Status.Code.OK)
        .map(Status.Code::name)
        .collect(Collectors.joining(", "));
  }
}
