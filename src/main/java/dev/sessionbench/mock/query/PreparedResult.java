package dev.sessionbench.mock.query;

import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.ResultSetMetadata;
import com.google.spanner.v1.ResultSetStats;
import com.google.spanner.v1.StructType;
import java.util.List;

/**
 * A result with its replies built once, so that an RPC without further wishes is answered with
 * messages that exist already.
 *
 * @param whole the reply to ExecuteSql
 * @param parts the messages of its stream
 */
record PreparedResult(ResultSet whole, List<PartialResultSet> parts) {
  /** An update has no columns, but clients want a row type that is present. */
  private static final ResultSetMetadata NO_COLUMNS =
      ResultSetMetadata.newBuilder().setRowType(StructType.getDefaultInstance()).build();

  /** The reply to what is registered; an empty one for a failure. */
  static ResultSet whole(StatementResult source) {
    if (source instanceof StatementResult.Rows rows) {
      return ResultSet.newBuilder().setMetadata(rows.metadata()).addAllRows(rows.rows()).build();
    }
    if (source instanceof StatementResult.Returning returning) {
      return whole(returning.rows()).toBuilder().setStats(exactly(returning.rowCount())).build();
    }
    if (source instanceof StatementResult.UpdateCount update) {
      return ResultSet.newBuilder()
          .setMetadata(NO_COLUMNS)
          .setStats(exactly(update.rowCount()))
          .build();
    }
    return ResultSet.getDefaultInstance();
  }

  private static ResultSetStats exactly(long rows) {
    return ResultSetStats.newBuilder().setRowCountExact(rows).build();
  }
}
