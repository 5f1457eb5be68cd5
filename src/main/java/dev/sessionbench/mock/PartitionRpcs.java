package dev.sessionbench.mock;

import com.google.spanner.v1.PartitionOptions;
import com.google.spanner.v1.PartitionQueryRequest;
import com.google.spanner.v1.PartitionReadRequest;
import com.google.spanner.v1.PartitionResponse;
import com.google.spanner.v1.TransactionSelector;

/** Answers the methods that split queries and reads. */
final class PartitionRpcs {
  private final SessionStore sessions;
  private final StatementRegistry statements;

  PartitionRpcs(SessionStore sessions, StatementRegistry statements) {
    this.sessions = sessions;
    this.statements = statements;
  }

  PartitionResponse partitionQuery(PartitionQueryRequest request) {
    ServerSession session = sessions.use(request.getSession());
    Selection selection = select(session, request.getTransaction());
    StatementResult result = statements.statement(request.getSql()).source();
    if (result instanceof StatementResult.Failure failure) {
      throw RpcFailure.of(failure.status());
    }
    if (result instanceof StatementResult.UpdateCount) {
      throw RpcFailure.invalidArgument("Cannot partition an update: " + request.getSql());
    }
    return split(session, selection, request.getPartitionOptions());
  }

  PartitionResponse partitionRead(PartitionReadRequest request) {
    ServerSession session = sessions.use(request.getSession());
    Selection selection = select(session, request.getTransaction());
    TableRead.check(
        statements.table(request.getTable()), request.getTable(), request.getColumnsList());
    return split(session, selection, request.getPartitionOptions());
  }

  /** By the proto, only a read-only transaction that outlives the request can be partitioned. */
  private static Selection select(ServerSession session, TransactionSelector selector) {
    Selection selection = session.transactions().select(selector);
    if (selection.singleUse() || selection.mode() != TransactionMode.READ_ONLY) {
      throw RpcFailure.invalidArgument(
          "Partitioning needs a read-only transaction that is not for single use");
    }
    return selection;
  }

  private static PartitionResponse split(
      ServerSession session, Selection selection, PartitionOptions options) {
    PartitionResponse.Builder response = PartitionResponse.newBuilder();
    PartitionToken.split(options)
        .forEach(part -> response.addPartitionsBuilder().setPartitionToken(part.toBytes()));
    Grant grant = session.transactions().enter(selection, 0);
    if (grant.transaction() != null) {
      response.setTransaction(grant.transaction());
    }
    return response.build();
  }
}
