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
 * @param tables the tables by their names
 * @param locks the rows that statements lock in read-write transactions, by the statements' text;
 *     the mock cannot derive them without parsing SQL
 */
public record StatementRegistry(
    Map<String, StatementResult> statements,
    Map<String, StatementResult.Rows> tables,
    Map<String, List<RowLock>> locks) {
  /** Copies the maps. */
  public StatementRegistry {
    statements = Map.copyOf(statements);
    tables = Map.copyOf(tables);
    locks = Map.copyOf(locks);
  }

  /** A builder without statements. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * The statements of the original benchmark (SessionPoolBenchmark of java-spanner, 2020). These
   * are {@code SELECT 1 AS COL1}, {@code UPDATE FOO SET BAR=1 WHERE BAZ=2}, and {@code SELECT 1},
   * which session pools send to keep sessions alive.
   */
  public static StatementRegistry original() {
    return builder()
        .query("SELECT 1 AS COL1", one("COL1"))
        .query("SELECT 1", one(""))
        .query("UPDATE FOO SET BAR=1 WHERE BAZ=2", StatementResult.update(1))
        .build();
  }

  private static StatementResult one(String column) {
    StructType.Builder type = StructType.newBuilder();
    type.addFieldsBuilder().setName(column).getTypeBuilder().setCode(TypeCode.INT64);
    // The protocol writes INT64 as a decimal string.
    Value value = Value.newBuilder().setStringValue("1").build();
    return StatementResult.rows(
        type.build(), List.of(ListValue.newBuilder().addValues(value).build()));
  }

  /** A builder that begins with the content of this registry. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.statements.putAll(statements);
    builder.tables.putAll(tables);
    builder.locks.putAll(locks);
    return builder;
  }

  /** Collects statements and tables. Not for use by several threads. */
  public static final class Builder {
    private final Map<String, StatementResult> statements = new HashMap<>();
    private final Map<String, StatementResult.Rows> tables = new HashMap<>();
    private final Map<String, List<RowLock>> locks = new HashMap<>();

    private Builder() {}

    /**
     * Registers a statement: a query, an update, or one that fails.
     *
     * @param sql its exact text
     * @param result the answer to it
     * @return this builder
     * @throws IllegalArgumentException if the text is empty or already registered
     */
    public Builder query(String sql, StatementResult result) {
      Invalid.when(sql.isEmpty(), "a statement must not be empty");
      Invalid.when(
          statements.putIfAbsent(sql, result) != null, "statement registered twice: %s", sql);
      return this;
    }

    /**
     * Removes a statement and its locks, so that it can be registered again; no effect if it is not
     * registered.
     *
     * @param sql its exact text
     * @return this builder
     */
    public Builder forget(String sql) {
      statements.remove(sql);
      locks.remove(sql);
      return this;
    }

    /**
     * Registers the rows that reads of a table return for any keys: the requested columns, up to
     * the read's limit.
     *
     * @param table its name
     * @param rows all its columns and rows
     * @return this builder
     * @throws IllegalArgumentException if the name is empty or already registered
     */
    public Builder table(String table, StatementResult.Rows rows) {
      Invalid.when(table.isEmpty(), "a table's name must not be empty");
      Invalid.when(tables.putIfAbsent(table, rows) != null, "table registered twice: %s", table);
      return this;
    }

    /**
     * Sets the rows that a statement locks in a read-write transaction. A query blocks writers; DML
     * blocks everyone. Other statements lock nothing.
     *
     * @param sql the text of a registered statement
     * @param rows what it locks
     * @return this builder
     * @throws IllegalArgumentException if the statement is not registered, or has its locks already
     */
    public Builder locking(String sql, RowLock... rows) {
      Invalid.when(
          !statements.containsKey(sql), "locks of a statement that is not registered: %s", sql);
      Invalid.when(
          locks.putIfAbsent(sql, List.of(rows)) != null,
          "locks of a statement given twice: %s",
          sql);
      return this;
    }

    /** The registry. */
    public StatementRegistry build() {
      return new StatementRegistry(statements, tables, locks);
    }
  }
}
