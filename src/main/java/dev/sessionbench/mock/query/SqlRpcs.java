package dev.sessionbench.mock.query;

import com.google.protobuf.Value;
import com.google.spanner.v1.ExecuteBatchDmlRequest;
import com.google.spanner.v1.ExecuteBatchDmlResponse;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.ExecuteSqlRequest.QueryMode;
import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.PlanNode;
import com.google.spanner.v1.QueryPlan;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.TransactionOptions.ModeCase;
import dev.sessionbench.mock.query.PartitionRpcs.PartitionToken;
import dev.sessionbench.mock.query.StatementRegistry.Registered;
import dev.sessionbench.mock.rpc.RpcFailure;
import dev.sessionbench.mock.session.RowLock;
import dev.sessionbench.mock.session.SessionTransactions;
import dev.sessionbench.mock.session.SessionTransactions.AccessSet;
import dev.sessionbench.mock.session.SessionTransactions.Selection;
import dev.sessionbench.mock.session.SessionTransactions.TransactionInfo;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Answers ExecuteSql, ExecuteStreamingSql and ExecuteBatchDml.
 *
 * @param statements what is registered
 */
public record SqlRpcs(StatementRegistry statements) {
  private static final QueryPlan PLAN =
      QueryPlan.newBuilder()
          .addPlanNodes(
              PlanNode.newBuilder().setKind(PlanNode.Kind.RELATIONAL).setDisplayName("Mock"))
          .build();

  private static final Set<QueryMode> PLANNED =
      EnumSet.of(QueryMode.PLAN, QueryMode.PROFILE, QueryMode.WITH_PLAN_AND_STATS);
  private static final Set<QueryMode> COUNTED =
      EnumSet.of(QueryMode.PROFILE, QueryMode.WITH_PLAN_AND_STATS, QueryMode.WITH_STATS);

  /** A result, what is left of its stream, and the transaction information of its reply. */
  private record Executed(ResultSet whole, List<PartialResultSet> rest, TransactionInfo info) {}

  /** Answers ExecuteStreamingSql. */
  public List<PartialResultSet> executeStreamingSql(
      SessionTransactions transactions, ExecuteSqlRequest request) {
    Executed executed = execute(transactions, request);
    return executed.info.addTo(executed.rest);
  }

  /** Answers ExecuteSql. */
  public ResultSet executeSql(SessionTransactions transactions, ExecuteSqlRequest request) {
    Executed executed = execute(transactions, request);
    return executed.info.addTo(executed.whole);
  }

  /** Executes a statement. A failing statement begins no transaction. */
  private Executed execute(SessionTransactions transactions, ExecuteSqlRequest request) {
    Registered statement = statements.require(request.getSql());
    Selection selection = transactions.select(request.getTransaction());
    if (statement.isDml()) {
      requireWritable(selection);
    } else {
      requireQueryable(selection);
    }
    PartitionToken part = PartitionToken.of(request.getPartitionToken(), selection);
    Optional<ResultSet> variant =
        variant(statement, request.getQueryMode(), selection.mode(), part);
    List<PartialResultSet> parts =
        variant
            .map(other -> ResultStream.of(other, request.getSql().hashCode()))
            .orElse(statement.parts());
    List<PartialResultSet> rest = ResultStream.after(parts, request.getResumeToken());
    TransactionInfo info = transactions.enter(selection, access(statement, request, selection));
    return new Executed(variant.orElse(statement.whole()), rest, info);
  }

  private static AccessSet access(
      Registered statement, ExecuteSqlRequest request, Selection selection) {
    if (!statement.isDml()) {
      return AccessSet.reading(statement.locks(), false);
    }
    if (request.getQueryMode() == QueryMode.PLAN) {
      return AccessSet.NONE;
    }
    boolean last = request.getLastStatement() || selection.mode() == ModeCase.PARTITIONED_DML;
    return AccessSet.writing(statement.rowCount(), statement.locks(), last);
  }

  /** The result to send, if it differs from the registered one. */
  private static Optional<ResultSet> variant(
      Registered statement, QueryMode mode, ModeCase transaction, @Nullable PartitionToken part) {
    boolean lowerBound = transaction == ModeCase.PARTITIONED_DML && statement.isDml();
    if (mode == QueryMode.NORMAL && part == null && !lowerBound) {
      return Optional.empty();
    }
    ResultSet.Builder result = statement.whole().toBuilder();
    if (part != null) {
      result.clearRows().addAllRows(part.rowsOf(statement.whole().getRowsList()));
    }
    if (lowerBound) {
      // Partitioned DML may run more than once in places, so its count is only a lower bound.
      result.getStatsBuilder().setRowCountLowerBound(result.getStats().getRowCountExact());
    }
    if (mode == QueryMode.PLAN) {
      // Planned, not run: neither rows nor a count of rows.
      result.clearRows().clearStats();
    }
    if (PLANNED.contains(mode)) {
      result.getStatsBuilder().setQueryPlan(PLAN);
    }
    if (COUNTED.contains(mode)) {
      Value rows =
          Value.newBuilder().setStringValue(Integer.toString(result.getRowsCount())).build();
      result.getStatsBuilder().getQueryStatsBuilder().putFields("rows_returned", rows);
    }
    return Optional.of(result.build());
  }

  /**
   * Executes statements until one fails. The proto treats this as a successful RPC: the reply has
   * the results so far and the failure's status. The first statement that succeeds begins the
   * transaction, and only the first result has metadata.
   */
  public ExecuteBatchDmlResponse executeBatchDml(
      SessionTransactions transactions, ExecuteBatchDmlRequest request) {
    Selection selection = transactions.select(request.getTransaction());
    RpcFailure.invalidArgumentIf(
        selection.singleUse() || selection.mode() != ModeCase.READ_WRITE,
        "ExecuteBatchDml needs a read-write transaction");
    RpcFailure.invalidArgumentIf(
        request.getStatementsCount() == 0, "ExecuteBatchDml must have at least one statement");
    ExecuteBatchDmlResponse.Builder response = ExecuteBatchDmlResponse.newBuilder();
    response.setStatus(RpcFailure.toProto(Status.OK));
    long mutations = 0;
    List<RowLock> rows = new ArrayList<>();
    try {
      for (ExecuteBatchDmlRequest.Statement statement : request.getStatementsList()) {
        Registered prepared = requireDml(statement.getSql());
        addResult(response, prepared.whole());
        mutations += prepared.rowCount();
        rows.addAll(prepared.locks());
      }
    } catch (RpcFailure e) {
      response.setStatus(RpcFailure.toProto(e.status()));
    }
    if (response.getResultSetsCount() > 0 || selection.existing() != null) {
      AccessSet access = AccessSet.writing(mutations, rows, request.getLastStatements());
      TransactionInfo info = transactions.enter(selection, access);
      info.addTo(
          () -> response.getResultSetsBuilder(0).getMetadataBuilder(), response::setPrecommitToken);
    }
    return response.build();
  }

  private Registered requireDml(String sql) {
    Registered prepared = statements.require(sql);
    RpcFailure.invalidArgumentIf(
        !prepared.isDml(), "ExecuteBatchDml accepts only DML statements: %s", sql);
    return prepared;
  }

  /** By the proto, results have no rows, even with THEN RETURN. */
  private static void addResult(ExecuteBatchDmlResponse.Builder response, ResultSet whole) {
    if (response.getResultSetsCount() == 0 && whole.getRowsCount() == 0) {
      response.addResultSets(whole);
      return;
    }
    ResultSet.Builder result = whole.toBuilder().clearRows();
    response.addResultSets(response.getResultSetsCount() == 0 ? result : result.clearMetadata());
  }

  /**
   * Checks that a query or a read may run.
   *
   * @throws RpcFailure INVALID_ARGUMENT if the transaction is for partitioned DML, or would be a
   *     read-write one for single use
   */
  static void requireQueryable(Selection selection) {
    RpcFailure.invalidArgumentIf(
        selection.mode() == ModeCase.PARTITIONED_DML,
        "PartitionedDml Transactions may only be used to execute DML statements");
    RpcFailure.invalidArgumentIf(
        selection.singleUse() && selection.mode() == ModeCase.READ_WRITE,
        "Transaction mode for read only single use transaction should be read_only.");
  }

  /**
   * Checks that DML may run.
   *
   * @throws RpcFailure INVALID_ARGUMENT if the transaction is read-only or for single use
   */
  private static void requireWritable(Selection selection) {
    RpcFailure.invalidArgumentIf(
        selection.mode() != ModeCase.READ_ONLY && selection.singleUse(),
        "DML statements may not be performed in single-use transactions, to avoid replay.");
    RpcFailure.invalidArgumentIf(
        selection.mode() == ModeCase.READ_ONLY,
        "DML statements can only be performed in a read-write or partitioned-dml transaction.");
  }
}
