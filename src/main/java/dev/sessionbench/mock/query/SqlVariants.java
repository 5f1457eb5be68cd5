package dev.sessionbench.mock.query;

import com.google.protobuf.Value;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.PlanNode;
import com.google.spanner.v1.QueryPlan;
import com.google.spanner.v1.ResultSet;
import dev.sessionbench.mock.transaction.TransactionMode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes of a registered result what a request's mode and partition ask for. */
final class SqlVariants {
  private static final QueryPlan PLAN =
      QueryPlan.newBuilder()
          .addPlanNodes(
              PlanNode.newBuilder().setKind(PlanNode.Kind.RELATIONAL).setDisplayName("Mock"))
          .build();

  private SqlVariants() {}

  /**
   * The result to send, where it is not the registered one.
   *
   * @param statement what is executed
   * @param mode how
   * @param transaction where
   * @param part the partition that is wanted, or nothing for all
   * @return the result; nothing if the request wants nothing special
   */
  static Optional<ResultSet> of(
      PreparedStatements.Prepared statement,
      ExecuteSqlRequest.QueryMode mode,
      TransactionMode transaction,
      @Nullable PartitionToken part) {
    boolean lowerBound = transaction == TransactionMode.PARTITIONED_DML && statement.isDml();
    if (mode == ExecuteSqlRequest.QueryMode.NORMAL && part == null && !lowerBound) {
      return Optional.empty();
    }
    ResultSet.Builder result = statement.result().whole().toBuilder();
    if (part != null) {
      result.clearRows().addAllRows(part.rowsOf(statement.result().whole().getRowsList()));
    }
    if (lowerBound) {
      // Partitioned DML may run more than once somewhere, so its count is only a bound.
      result.getStatsBuilder().setRowCountLowerBound(result.getStats().getRowCountExact());
    }
    addMode(result, mode);
    return Optional.of(result.build());
  }

  private static void addMode(ResultSet.Builder result, ExecuteSqlRequest.QueryMode mode) {
    switch (mode) {
      case PLAN -> {
        // Planned, not run: neither rows nor a count of rows.
        result.clearRows().clearStats();
        result.getStatsBuilder().setQueryPlan(PLAN);
      }
      case PROFILE, WITH_PLAN_AND_STATS -> {
        result.getStatsBuilder().setQueryPlan(PLAN);
        addStatistics(result);
      }
      case WITH_STATS -> addStatistics(result);
      case NORMAL, UNRECOGNIZED -> {}
    }
  }

  private static void addStatistics(ResultSet.Builder result) {
    Value rows = Value.newBuilder().setStringValue(Integer.toString(result.getRowsCount())).build();
    result.getStatsBuilder().getQueryStatsBuilder().putFields("rows_returned", rows);
  }
}
