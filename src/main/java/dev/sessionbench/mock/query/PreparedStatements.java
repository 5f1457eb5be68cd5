package dev.sessionbench.mock.query;

import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.ResultSet;
import dev.sessionbench.mock.rpc.RpcFailure;
import dev.sessionbench.mock.session.RowLock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The statements and tables of one server, with their replies prepared. Immutable. */
public final class PreparedStatements {
  /**
   * One statement.
   *
   * @param source what was registered
   * @param result its replies
   * @param locks the rows that it locks in a read-write transaction
   */
  record Prepared(StatementResult source, PreparedResult result, List<RowLock> locks) {
    /** Whether it changes data. */
    boolean isDml() {
      return source instanceof StatementResult.Update;
    }

    /** How many mutations it counts as: its rows, because the mock does not know the columns. */
    long rowCount() {
      return source instanceof StatementResult.Update update ? update.rowCount() : 0;
    }
  }

  /**
   * A result whose replies are built once instead of for each RPC.
   *
   * @param whole the reply to ExecuteSql
   * @param parts the messages of its stream
   */
  record PreparedResult(ResultSet whole, List<PartialResultSet> parts) {}

  private final Map<String, Prepared> statements = new HashMap<>();
  private final Map<String, StatementResult.Rows> tables;

  /** Prepares the registered statements and tables. */
  public PreparedStatements(StatementRegistry registry) {
    this.tables = registry.tables();
    registry
        .statements()
        .forEach(
            (sql, one) ->
                statements.put(
                    sql,
                    new Prepared(one.result(), prepare(whole(one.result()), sql), one.locks())));
  }

  /** The reply to a registered statement; empty for a failure. */
  private static ResultSet whole(StatementResult source) {
    if (source instanceof StatementResult.Rows rows) {
      return ResultSet.newBuilder().setMetadata(rows.metadata()).addAllRows(rows.rows()).build();
    }
    if (source instanceof StatementResult.Update update) {
      ResultSet.Builder reply = whole(update.returned()).toBuilder();
      reply.getStatsBuilder().setRowCountExact(update.rowCount());
      return reply.build();
    }
    return ResultSet.getDefaultInstance();
  }

  /** Prepares a result whose resume tokens belong to one statement or read. */
  PreparedResult prepare(ResultSet whole, String statement) {
    return new PreparedResult(whole, ResultStream.of(whole, statement.hashCode()));
  }

  /**
   * Finds a statement.
   *
   * @throws RpcFailure INVALID_ARGUMENT if it is not registered, and the status of one that was
   *     registered to fail
   */
  Prepared require(String sql) {
    Prepared prepared = statements.get(sql);
    if (prepared == null) {
      throw RpcFailure.invalidArgument("Statement not registered with the mock server: " + sql);
    }
    if (prepared.source() instanceof StatementResult.Failure failure) {
      throw RpcFailure.of(failure.status());
    }
    return prepared;
  }

  /**
   * Finds a table.
   *
   * @throws RpcFailure INVALID_ARGUMENT if it is not registered
   */
  StatementResult.Rows table(String name) {
    StatementResult.Rows rows = tables.get(name);
    if (rows == null) {
      throw RpcFailure.invalidArgument("Table not registered with the mock server: " + name);
    }
    return rows;
  }
}
