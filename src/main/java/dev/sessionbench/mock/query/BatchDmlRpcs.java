package dev.sessionbench.mock.query;

import com.google.spanner.v1.ExecuteBatchDmlRequest;
import com.google.spanner.v1.ExecuteBatchDmlResponse;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.mock.rpc.RpcFailure;
import dev.sessionbench.mock.rpc.SpannerMethods;
import dev.sessionbench.mock.session.SessionTransactions.AccessSet;
import dev.sessionbench.mock.session.SessionTransactions.DmlRequest;
import dev.sessionbench.mock.session.RowLock;
import dev.sessionbench.mock.session.SessionTransactions.Selection;
import dev.sessionbench.mock.session.SessionTransactions;
import dev.sessionbench.mock.session.ServerTransaction.TransactionMode;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Answers ExecuteBatchDml.
 *
 * @param sessions finds the session of a request
 * @param statements what is registered
 */
public record BatchDmlRpcs(
    Function<String, SessionTransactions> sessions, PreparedStatements statements) {
  /** Adds the method to the service. */
  public void addTo(SpannerMethods methods) {
    methods.unary(SpannerGrpc.getExecuteBatchDmlMethod(), this::execute);
  }

  /**
   * Executes statements until one fails. By the proto that is no error of the RPC: the reply has
   * the results before it and its status. The transaction begins with the first statement that
   * succeeds, and only the first result has metadata.
   */
  ExecuteBatchDmlResponse execute(ExecuteBatchDmlRequest request) {
    SessionTransactions transactions = sessions.apply(request.getSession());
    return transactions.once(
        request.getTransaction(),
        DmlRequest.of(request),
        ExecuteBatchDmlResponse.class,
        () -> execute(transactions, request));
  }

  private ExecuteBatchDmlResponse execute(
      SessionTransactions transactions, ExecuteBatchDmlRequest request) {
    Selection selection = transactions.select(request.getTransaction());
    RpcFailure.invalidArgumentIf(
        selection.singleUse() || selection.mode() != TransactionMode.READ_WRITE,
        "ExecuteBatchDml needs a read-write transaction");
    RpcFailure.invalidArgumentIf(
        request.getStatementsCount() == 0, "ExecuteBatchDml must have at least one statement");
    ExecuteBatchDmlResponse.Builder response = ExecuteBatchDmlResponse.newBuilder();
    response.setStatus(RpcFailure.toProto(Status.OK));
    long mutations = 0;
    List<RowLock> rows = new ArrayList<>();
    try {
      for (ExecuteBatchDmlRequest.Statement statement : request.getStatementsList()) {
        PreparedStatements.Prepared prepared = requireDml(statement.getSql());
        addResult(response, prepared.result().whole());
        mutations += prepared.rowCount();
        rows.addAll(prepared.locks());
      }
    } catch (RpcFailure e) {
      response.setStatus(RpcFailure.toProto(e.status()));
    }
    if (response.getResultSetsCount() > 0 || selection.existing() != null) {
      AccessSet access = AccessSet.writing(mutations, rows, request.getLastStatements());
      transactions
          .enter(selection, access)
          .tell(
              () -> response.getResultSetsBuilder(0).getMetadataBuilder(),
              response::setPrecommitToken);
    }
    return response.build();
  }

  private PreparedStatements.Prepared requireDml(String sql) {
    PreparedStatements.Prepared prepared = statements.require(sql);
    RpcFailure.invalidArgumentIf(
        !prepared.isDml(), "ExecuteBatchDml accepts only DML statements: %s", sql);
    return prepared;
  }

  /** By the proto no result has rows, not even of THEN RETURN. */
  private static void addResult(ExecuteBatchDmlResponse.Builder response, ResultSet whole) {
    if (response.getResultSetsCount() == 0 && whole.getRowsCount() == 0) {
      response.addResultSets(whole);
      return;
    }
    ResultSet.Builder result = whole.toBuilder().clearRows();
    response.addResultSets(response.getResultSetsCount() == 0 ? result : result.clearMetadata());
  }
}
