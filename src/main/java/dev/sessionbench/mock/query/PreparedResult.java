package dev.sessionbench.mock.query;

import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.ResultSetMetadata;
import com.google.spanner.v1.ResultSetStats;
import com.google.spanner.v1.StructType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A result with its replies built once, so that an RPC without further wishes is answered with
 * messages that exist already. The messages of the stream are built when the first RPC wants them.
 */
final class PreparedResult {
  /** An update has no columns, but clients want a row type that is present. */
  private static final ResultSetMetadata NO_COLUMNS =
      ResultSetMetadata.newBuilder().setRowType(StructType.getDefaultInstance()).build();

  private final ResultSet whole;
  private final int messageBytes;
  private final int statement;
  private volatile @Nullable List<PartialResultSet> parts;

  /**
   * A result.
   *
   * @param whole the reply to ExecuteSql
   * @param messageBytes the size of the values in a message of its stream
   * @param statement tells its resume tokens from those of other statements
   */
  PreparedResult(ResultSet whole, int messageBytes, int statement) {
    this.whole = whole;
    this.messageBytes = messageBytes;
    this.statement = statement;
  }

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

  ResultSet whole() {
    return whole;
  }

  List<PartialResultSet> parts() {
    List<PartialResultSet> built = parts;
    if (built == null) {
      built = ResultStream.of(whole, messageBytes, statement);
      parts = built;
    }
    return built;
  }

  /** A variant of this result, with tokens of the same statement. */
  PreparedResult with(ResultSet other) {
    return new PreparedResult(other, messageBytes, statement);
  }
}
