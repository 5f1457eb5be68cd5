package dev.sessionbench.mock.query;

import com.google.protobuf.ListValue;
import com.google.spanner.v1.ResultSetMetadata;
import com.google.spanner.v1.StructType;
import dev.sessionbench.base.model.Invalid;
import io.grpc.Status;
import java.util.List;

/** The answer of the server to a statement. */
public sealed interface StatementResult {
  /**
   * The result of a query.
   *
   * @param metadata names and types of the columns
   * @param rows the rows, each as long as the row type
   */
  record Rows(ResultSetMetadata metadata, List<ListValue> rows) implements StatementResult {
    /**
     * Checks that the rows fit the type.
     *
     * @throws IllegalArgumentException naming the first row that has another number of values
     */
    public Rows {
      int columns = metadata.getRowType().getFieldsCount();
      for (int i = 0; i < rows.size(); i++) {
        int values = rows.get(i).getValuesCount();
        Invalid.when(
            values != columns,
            "row %d has %d values, but the type has %d columns",
            i,
            values,
            columns);
      }
    }
  }

  /**
   * The result of an update.
   *
   * @param returned the rows that it returns; no columns without THEN RETURN
   * @param rowCount how many rows it changes, at least 0
   */
  record Update(Rows returned, long rowCount) implements StatementResult {
    /**
     * Checks the count.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public Update {
      Invalid.when(rowCount < 0, "rowCount=%d: must be at least 0", rowCount);
    }
  }

  /**
   * A statement that fails.
   *
   * @param status how it fails, not OK
   */
  record Failure(Status status) implements StatementResult {
    /**
     * Checks the status.
     *
     * @throws IllegalArgumentException if it is OK
     */
    public Failure {
      Invalid.when(status.isOk(), "a failure needs a status other than OK");
    }
  }

  /**
   * The result of a query.
   *
   * @param type names and types of the columns
   * @param rows the rows, each as long as the type
   * @return the result
   * @throws IllegalArgumentException if a row does not fit the type
   */
  static Rows rows(StructType type, List<ListValue> rows) {
    return new Rows(ResultSetMetadata.newBuilder().setRowType(type).build(), rows);
  }

  /**
   * The result of an update without THEN RETURN.
   *
   * @param rowCount how many rows it changes, at least 0
   * @return the result
   * @throws IllegalArgumentException if the count is negative
   */
  static Update update(long rowCount) {
    // Clients need a row type that is present.
    return returning(StructType.getDefaultInstance(), List.of(), rowCount);
  }

  /**
   * The result of an update with THEN RETURN.
   *
   * @param type names and types of the columns that it returns
   * @param rows the rows that it returns, each as long as the type
   * @param rowCount how many rows it changes, at least 0
   * @return the result
   * @throws IllegalArgumentException if a row does not fit the type, or the count is negative
   */
  static Update returning(StructType type, List<ListValue> rows, long rowCount) {
    return new Update(rows(type, rows), rowCount);
  }
}
