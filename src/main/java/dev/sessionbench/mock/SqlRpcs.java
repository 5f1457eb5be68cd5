package dev.sessionbench.mock;

import com.google.spanner.v1.ExecuteBatchDmlRequest;
import com.google.spanner.v1.ExecuteBatchDmlResponse;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.ResultSetMetadata;
import com.google.spanner.v1.Transaction;
import io.grpc.Status;
import java.util.List;

/** Answers the methods that execute SQL. */
final class SqlRpcs {
  private final SessionStore sessions;
  private final StatementRegistry statements;

  SqlRpcs(SessionStore sessions, StatementRegistry statements) {
    this.sessions = sessions;
    this.statements = statements;
  }

  List<PartialResultSet> executeStreamingSql(ExecuteSqlRequest request) {
    ResultSet whole = executeSql(request);
    PreparedResult prepared = statements.statement(request.getSql());
    // The same object, not an equal one: the usual query wants nothing added to what is prepared.
    @SuppressWarnings("ReferenceEquality")
    boolean unchanged = whole == prepared.whole();
    List<PartialResultSet> parts = unchanged ? prepared.parts() : ResultParts.of(whole);
    return ResultParts.resume(parts, request.getResumeToken(), whole);
  }

  ResultSet executeSql(ExecuteSqlRequest request) {
    ServerSession session = sessions.use(request.getSession());
    Selection selection = session.transactions().select(request.getTransaction());
    PreparedResult prepared = statements.statement(request.getSql());
    long mutations = check(prepared.source(), selection);
    ResultSet result = SqlVariants.of(prepared, request, selection.mode());
    boolean planned = request.getQueryMode() == ExecuteSqlRequest.QueryMode.PLAN;
    Grant grant = session.transactions().enter(selection, planned ? 0 : mutations);
    return withGrant(result, grant);
  }

  /**
   * Checks that a statement may run where it is to.
   *
   * @return what it changes, in mutations: a row is one, as the mock does not know its columns
   */
  private static long check(StatementResult result, Selection selection) {
    if (result instanceof StatementResult.Failure failure) {
      throw RpcFailure.of(failure.status());
    }
    if (result instanceof StatementResult.UpdateCount update) {
      SqlChecks.requireWritable(selection);
      return update.rowCount();
    }
    SqlChecks.requireQueryable(selection);
    return 0;
  }

  /** Adds to a result what the reply tells about its transaction; the same result if nothing. */
  static ResultSet withGrant(ResultSet result, Grant grant) {
    if (grant.transaction() == null && grant.token() == null) {
      return result;
    }
    ResultSet.Builder granted = result.toBuilder();
    if (grant.transaction() != null) {
      granted.getMetadataBuilder().setTransaction(grant.transaction());
    }
    if (grant.token() != null) {
      granted.setPrecommitToken(grant.token());
    }
    return granted.build();
  }

  /**
   * Executes statements until one fails. By the proto that is no error of the RPC: the reply has
   * the results before it and its status. The transaction begins with the first statement that
   * succeeds, and only the first result has metadata.
   */
  ExecuteBatchDmlResponse executeBatchDml(ExecuteBatchDmlRequest request) {
    ServerSession session = sessions.use(request.getSession());
    Selection selection = session.transactions().select(request.getTransaction());
    if (selection.singleUse() || selection.mode() != TransactionMode.READ_WRITE) {
      throw RpcFailure.invalidArgument("ExecuteBatchDml needs a read-write transaction");
    }
    if (request.getStatementsCount() == 0) {
      throw RpcFailure.invalidArgument("ExecuteBatchDml must have at least one statement");
    }
    ExecuteBatchDmlResponse.Builder response = ExecuteBatchDmlResponse.newBuilder();
    long mutations = 0;
    try {
      response.setStatus(RpcFailure.toProto(Status.OK));
      for (ExecuteBatchDmlRequest.Statement statement : request.getStatementsList()) {
        mutations += update(statement.getSql(), response);
      }
    } catch (RpcFailure e) {
      response.setStatus(RpcFailure.toProto(e.status()));
    }
    if (response.getResultSetsCount() > 0 || selection.existing() != null) {
      addGrant(response, session.transactions().enter(selection, mutations));
    }
    return response.build();
  }

  private long update(String sql, ExecuteBatchDmlResponse.Builder response) {
    PreparedResult prepared = statements.statement(sql);
    if (prepared.source() instanceof StatementResult.Failure failure) {
      throw RpcFailure.of(failure.status());
    }
    if (!(prepared.source() instanceof StatementResult.UpdateCount update)) {
      throw RpcFailure.invalidArgument("ExecuteBatchDml accepts only DML statements: " + sql);
    }
    boolean first = response.getResultSetsCount() == 0;
    response.addResultSets(
        first ? prepared.whole() : prepared.whole().toBuilder().clearMetadata().build());
    return update.rowCount();
  }

  private static void addGrant(ExecuteBatchDmlResponse.Builder response, Grant grant) {
    Transaction begun = grant.transaction();
    if (begun != null) {
      ResultSet.Builder first = response.getResultSetsBuilder(0);
      ResultSetMetadata.Builder metadata = first.getMetadataBuilder();
      metadata.setTransaction(begun);
    }
    if (grant.token() != null) {
      response.setPrecommitToken(grant.token());
    }
  }
}
