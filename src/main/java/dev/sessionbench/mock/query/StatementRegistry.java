package dev.sessionbench.mock.query;

import com.google.protobuf.ListValue;
import com.google.protobuf.Value;
import com.google.spanner.v1.StructType;
import com.google.spanner.v1.TypeCode;
import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.mock.session.RowLock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The statements and tables that a server can answer. The mock does not parse SQL: it recognises a
 * statement by its exact text, and answers others with INVALID_ARGUMENT. Immutable.
 *
 * @param statements the statements by their text
 * @param tables what reads of each table return for any keys: the requested columns, up to the
 *     read's limit
 */
public record StatementRegistry(
    Map<String, Registered> statements, Map<String, StatementResult.Rows> tables) {
  /**
   * A statement: a query, an update, or one that fails.
   *
   * @param result the answer to it
   * @param locks the rows that it locks in a read-write transaction; the mock cannot derive them
   *     without parsing SQL. A query blocks writers; DML blocks everyone
   */
  public record Registered(StatementResult result, List<RowLock> locks) {}

  /**
   * The statements of the original benchmark (SessionPoolBenchmark of java-spanner, 2020). These
   * are {@code SELECT 1 AS COL1}, {@code UPDATE FOO SET BAR=1 WHERE BAZ=2}, and {@code SELECT 1},
   * which session pools send to keep sessions alive.
   */
  public static StatementRegistry original() {
    return new StatementRegistry(Map.of(), Map.of())
        .with("SELECT 1 AS COL1", one("COL1"))
        .with("SELECT 1", one(""))
        .with("UPDATE FOO SET BAR=1 WHERE BAZ=2", StatementResult.update(1));
  }

  private static StatementResult one(String column) {
    StructType.Builder type = StructType.newBuilder();
    type.addFieldsBuilder().setName(column).getTypeBuilder().setCode(TypeCode.INT64);
    // The protocol writes INT64 as a decimal string.
    Value value = Value.newBuilder().setStringValue("1").build();
    return StatementResult.rows(
        type.build(), List.of(ListValue.newBuilder().addValues(value).build()));
  }

  /**
   * This registry with a statement, in place of any with the same text.
   *
   * @param sql its exact text
   * @param result the answer to it
   * @param locks the rows that it locks in a read-write transaction
   * @throws IllegalArgumentException if the text is empty
   */
  public StatementRegistry with(String sql, StatementResult result, RowLock... locks) {
    Invalid.when(sql.isEmpty(), "a statement must not be empty");
    Map<String, Registered> more = new HashMap<>(statements);
    more.put(sql, new Registered(result, List.of(locks)));
    return new StatementRegistry(more, tables);
  }
}
