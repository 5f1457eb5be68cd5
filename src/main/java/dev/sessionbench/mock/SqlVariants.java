package dev.sessionbench.mock;

import com.google.protobuf.Value;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.PlanNode;
import com.google.spanner.v1.QueryPlan;
import com.google.spanner.v1.ResultSet;

/** Makes of a registered result what a request's mode and partition ask for. */
final class SqlVariants {
  private static final QueryPlan PLAN =
      QueryPlan.newBuilder()
          .addPlanNodes(
              PlanNode.newBuilder().setKind(PlanNode.Kind.RELATIONAL).setDisplayName("Mock"))
          .build();

  private SqlVariants() {}

  /** The result to send; the prepared object itself if the request wants nothing special. */
  static ResultSet of(
      PreparedResult prepared, ExecuteSqlRequest request, TransactionMode transaction) {
    boolean partitioned = !request.getPartitionToken().isEmpty();
    boolean lowerBound =
        transaction == TransactionMode.PARTITIONED_DML
            && prepared.source() instanceof StatementResult.UpdateCount;
    if (request.getQueryMode() == ExecuteSqlRequest.QueryMode.NORMAL
        && !partitioned
        && !lowerBound) {
      return prepared.whole();
    }
    ResultSet.Builder result = prepared.whole().toBuilder();
    if (partitioned) {
      PartitionToken part = PartitionToken.parse(request.getPartitionToken());
      result.clearRows().addAllRows(part.rowsOf(prepared.whole().getRowsList()));
    }
    if (lowerBound) {
      // Partitioned DML may run more than once somewhere, so its count is only a bound.
      result.getStatsBuilder().setRowCountLowerBound(result.getStats().getRowCountExact());
    }
    addMode(result, request.getQueryMode());
    return result.build();
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
