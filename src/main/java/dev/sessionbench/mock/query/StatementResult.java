package dev.sessionbench.mock.query;

import com.google.protobuf.ListValue;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.StructType;
import dev.sessionbench.base.model.Invalid;
import io.grpc.Status;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer of the server to a statement.
 *
 * @param whole the reply to ExecuteSql; that of an update has the number of rows
 * @param failure how the statement fails; null if it does not
 */
public record StatementResult(ResultSet whole, @Nullable Status failure) {
  /**
   * The result of a query.
   *
   * @param type names and types of the columns
   * @param rows the rows, each as long as the type
   * @throws IllegalArgumentException naming the first row that has another number of values
   */
  public static StatementResult rows(StructType type, List<ListValue> rows) {
    int columns = type.getFieldsCount();
    String wrong = "row %d has %d values, but the type has %d columns";
    for (int i = 0; i < rows.size(); i++) {
      int values = rows.get(i).getValuesCount();
      Invalid.when(values != columns, wrong, i, values, columns);
    }
    ResultSet.Builder whole = ResultSet.newBuilder().addAllRows(rows);
    whole.getMetadataBuilder().setRowType(type);
    return new StatementResult(whole.build(), null);
  }

  /**
   * The result of an update without THEN RETURN.
   *
   * @param rowCount how many rows it changes, at least 0
   * @throws IllegalArgumentException if the count is negative
   */
  public static StatementResult update(long rowCount) {
    // Clients need a row type that is present.
    return returning(StructType.getDefaultInstance(), List.of(), rowCount);
  }

  /**
   * The result of an update with THEN RETURN.
   *
   * @param type names and types of the columns that it returns
   * @param rows the rows that it returns, each as long as the type
   * @param rowCount how many rows it changes, at least 0
   * @throws IllegalArgumentException if a row does not fit the type, or the count is negative
   */
  public static StatementResult returning(StructType type, List<ListValue> rows, long rowCount) {
    Invalid.when(rowCount < 0, "rowCount=%d: must be at least 0", rowCount);
    ResultSet.Builder whole = rows(type, rows).whole.toBuilder();
    whole.getStatsBuilder().setRowCountExact(rowCount);
    return new StatementResult(whole.build(), null);
  }

  /**
   * A statement that fails.
   *
   * @throws IllegalArgumentException if the status is OK
   */
  public static StatementResult failure(Status status) {
    Invalid.when(status.isOk(), "a failure needs a status other than OK");
    return new StatementResult(ResultSet.getDefaultInstance(), status);
  }
}
