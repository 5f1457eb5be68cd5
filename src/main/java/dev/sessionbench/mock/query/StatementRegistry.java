package dev.sessionbench.mock.query;

import com.google.protobuf.ListValue;
import com.google.protobuf.Value;
import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.StructType;
import com.google.spanner.v1.TypeCode;
import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.mock.rpc.RpcFailure;
import dev.sessionbench.mock.session.RowLock;
import io.grpc.Status;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The statements and tables that a server can answer. The mock does not parse SQL: it recognises a
 * statement by its exact text, and answers others with INVALID_ARGUMENT. Immutable.
 *
 * @param statements the statements by their text
 * @param tables what reads of each table return for any keys: the requested columns, up to the
 *     read's limit
 */
public record StatementRegistry(Map<String, Registered> statements, Map<String, ResultSet> tables) {
  /**
   * A statement: a query, an update, or one that fails. Its replies are built once instead of for
   * each RPC.
   *
   * @param whole the reply to ExecuteSql
   * @param parts the messages of its stream
   * @param error how it fails; null if it does not
   * @param locks the rows that it locks in a read-write transaction; the mock cannot derive them
   *     without parsing SQL. A query blocks writers; DML blocks everyone
   */
  public record Registered(
      ResultSet whole, List<PartialResultSet> parts, @Nullable Status error, List<RowLock> locks) {
    /** A statement with its result. */
    public Registered(String sql, StatementResult result, List<RowLock> locks) {
      this(
          result.whole(), ResultStream.of(result.whole(), sql.hashCode()), result.failure(), locks);
    }

    /** Whether it changes data. */
    boolean isDml() {
      return whole.getStats().hasRowCountExact();
    }

    /** How many mutations it counts as: its rows, because the mock does not know the columns. */
    long rowCount() {
      return whole.getStats().getRowCountExact();
    }
  }

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
    more.put(sql, new Registered(sql, result, List.of(locks)));
    return new StatementRegistry(more, tables);
  }

  /**
   * Finds a statement.
   *
   * @throws RpcFailure INVALID_ARGUMENT if it is not registered, and the status of one that was
   *     registered to fail
   */
  Registered require(String sql) {
    Registered found = find(statements, sql, "Statement");
    if (found.error != null) {
      throw RpcFailure.of(found.error);
    }
    return found;
  }

  /**
   * Finds a table.
   *
   * @throws RpcFailure INVALID_ARGUMENT if it is not registered
   */
  ResultSet table(String name) {
    return find(tables, name, "Table");
  }

  private static <T> T find(Map<String, T> all, String name, String kind) {
    return Optional.ofNullable(all.get(name))
        .orElseThrow(
            () ->
                RpcFailure.invalidArgument(kind + " not registered with the mock server: " + name));
  }
}
