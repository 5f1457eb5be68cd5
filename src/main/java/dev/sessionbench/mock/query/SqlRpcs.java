package dev.sessionbench.mock.query;

import dev.sessionbench.mock.query.PartitionRpcs.PartitionToken;

import com.google.protobuf.Value;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.PlanNode;
import com.google.spanner.v1.QueryPlan;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.mock.rpc.RpcFailure;
import dev.sessionbench.mock.rpc.ServiceLimits;
import dev.sessionbench.mock.rpc.SpannerMethods;
import dev.sessionbench.mock.session.SessionTransactions.AccessSet;
import dev.sessionbench.mock.session.SessionTransactions.DmlRequest;
import dev.sessionbench.mock.session.SessionTransactions.Selection;
import dev.sessionbench.mock.session.SessionTransactions;
import dev.sessionbench.mock.session.SessionTransactions.TransactionInfo;
import dev.sessionbench.mock.session.ServerTransaction.TransactionMode;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers ExecuteSql and ExecuteStreamingSql.
 *
 * @param sessions finds the session of a request
 * @param statements what is registered
 * @param limits how large a result may be
 */
public record SqlRpcs(
    Function<String, SessionTransactions> sessions,
    PreparedStatements statements,
    ServiceLimits limits) {
  private static final QueryPlan PLAN =
      QueryPlan.newBuilder()
          .addPlanNodes(
              PlanNode.newBuilder().setKind(PlanNode.Kind.RELATIONAL).setDisplayName("Mock"))
          .build();

  /** A result, and what the reply tells about its transaction. */
  private record Executed(PreparedStatements.PreparedResult result, TransactionInfo info) {}

  /** Adds the methods to the service. */
  public void addTo(SpannerMethods methods) {
    methods.unary(SpannerGrpc.getExecuteSqlMethod(), this::executeSql);
    methods.streaming(SpannerGrpc.getExecuteStreamingSqlMethod(), this::executeStreamingSql);
  }

  List<PartialResultSet> executeStreamingSql(ExecuteSqlRequest request) {
    Executed executed =
        execute(
            request,
            result -> {
              var unused = ResultStream.after(result.parts(), request.getResumeToken());
            });
    return executed
        .info()
        .addTo(ResultStream.after(executed.result().parts(), request.getResumeToken()));
  }

  ResultSet executeSql(ExecuteSqlRequest request) {
    Executed executed = execute(request, result -> SqlChecks.requireSmall(result.whole(), limits));
    return executed.info().addTo(executed.result().whole());
  }

  /** Executes what passes a check of its result: what fails begins no transaction. */
  private Executed execute(
      ExecuteSqlRequest request, Consumer<PreparedStatements.PreparedResult> check) {
    SessionTransactions transactions = sessions.apply(request.getSession());
    PreparedStatements.Prepared statement = statements.require(request.getSql());
    Supplier<Executed> first = () -> execute(transactions, statement, request, check);
    return statement.isDml()
        ? transactions.once(request.getTransaction(), DmlRequest.of(request), Executed.class, first)
        : first.get();
  }

  private Executed execute(
      SessionTransactions transactions,
      PreparedStatements.Prepared statement,
      ExecuteSqlRequest request,
      Consumer<PreparedStatements.PreparedResult> check) {
    Selection selection = transactions.select(request.getTransaction());
    if (statement.isDml()) {
      SqlChecks.requireWritable(selection, statement, request);
    } else {
      SqlChecks.requireQueryable(selection);
    }
    SqlChecks.requireDirectable(request.getDirectedReadOptions(), selection);
    PartitionToken part = statement.isDml() ? null : partition(request, selection);
    PreparedStatements.PreparedResult result =
        variant(statement, request.getQueryMode(), selection.mode(), part)
            .map(variant -> statements.prepare(variant, request.getSql()))
            .orElse(statement.result());
    check.accept(result);
    return new Executed(
        result, transactions.enter(selection, access(statement, request, selection)));
  }

  private static @Nullable PartitionToken partition(
      ExecuteSqlRequest request, Selection selection) {
    if (request.getPartitionToken().isEmpty()) {
      PartitionToken.requireNoDataBoost(request.getDataBoostEnabled());
      return null;
    }
    RpcFailure.invalidArgumentIf(
        request.getQueryMode() != ExecuteSqlRequest.QueryMode.NORMAL,
        "Query modes returning query plan and profile information cannot be used with partitioned"
            + " queries.");
    return PartitionToken.parse(request.getPartitionToken())
        .requireFor(selection, PartitionToken.fingerprint(request));
  }

  private static AccessSet access(
      PreparedStatements.Prepared statement, ExecuteSqlRequest request, Selection selection) {
    if (!statement.isDml()) {
      return AccessSet.reading(statement.locks(), false);
    }
    if (request.getQueryMode() == ExecuteSqlRequest.QueryMode.PLAN) {
      return AccessSet.NONE;
    }
    boolean last =
        request.getLastStatement() || selection.mode() == TransactionMode.PARTITIONED_DML;
    return AccessSet.writing(statement.rowCount(), statement.locks(), last);
  }

  /**
   * The result to send, where it is not the registered one.
   *
   * @param statement what is executed
   * @param mode how
   * @param transaction where
   * @param part the partition that is wanted, or nothing for all
   * @return the result; nothing if the request wants nothing special
   */
  private static Optional<ResultSet> variant(
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
