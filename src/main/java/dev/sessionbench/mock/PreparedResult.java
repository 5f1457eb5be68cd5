package dev.sessionbench.mock;

import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.ResultSetMetadata;
import com.google.spanner.v1.ResultSetStats;
import com.google.spanner.v1.StructType;
import java.util.List;

/**
 * A registered result with its replies built once, so that an RPC without further wishes is
 * answered with messages that exist already.
 *
 * @param source what was registered
 * @param whole the reply to ExecuteSql; empty for a failure
 * @param parts the replies to ExecuteStreamingSql; empty for a failure
 */
record PreparedResult(StatementResult source, ResultSet whole, List<PartialResultSet> parts) {
  /** An update has no columns, but clients want a row type that is present. */
  private static final ResultSetMetadata NO_COLUMNS =
      ResultSetMetadata.newBuilder().setRowType(StructType.getDefaultInstance()).build();

  static PreparedResult of(StatementResult source) {
    if (source instanceof StatementResult.Rows rows) {
      return of(
          source,
          ResultSet.newBuilder().setMetadata(rows.metadata()).addAllRows(rows.rows()).build());
    }
    if (source instanceof StatementResult.UpdateCount update) {
      ResultSetStats stats =
          ResultSetStats.newBuilder().setRowCountExact(update.rowCount()).build();
      return of(source, ResultSet.newBuilder().setMetadata(NO_COLUMNS).setStats(stats).build());
    }
    return new PreparedResult(source, ResultSet.getDefaultInstance(), List.of());
  }

  private static PreparedResult of(StatementResult source, ResultSet whole) {
    return new PreparedResult(source, whole, ResultParts.of(whole));
  }
}
