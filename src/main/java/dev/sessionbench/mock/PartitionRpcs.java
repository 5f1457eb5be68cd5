package dev.sessionbench.mock;

import com.google.protobuf.ByteString;
import com.google.spanner.v1.PartitionOptions;
import com.google.spanner.v1.PartitionQueryRequest;
import com.google.spanner.v1.PartitionReadRequest;
import com.google.spanner.v1.PartitionResponse;
import com.google.spanner.v1.TransactionSelector;

/** Answers the methods that split queries and reads. */
final class PartitionRpcs {
  private final SessionStore sessions;
  private final PreparedStatements statements;

  PartitionRpcs(SessionStore sessions, PreparedStatements statements) {
    this.sessions = sessions;
    this.statements = statements;
  }

  PartitionResponse partitionQuery(PartitionQueryRequest request) {
    SessionTransactions transactions = sessions.use(request.getSession()).transactions();
    Selection selection = select(transactions, request.getTransaction());
    check(request.getPartitionOptions(), "PartitionQueryRequest");
    if (statements.require(request.getSql()).isDml()) {
      throw RpcFailure.invalidArgument("Cannot partition an update: " + request.getSql());
    }
    return split(
        transactions,
        selection,
        request.getPartitionOptions(),
        PartitionToken.fingerprint(request));
  }

  PartitionResponse partitionRead(PartitionReadRequest request) {
    SessionTransactions transactions = sessions.use(request.getSession()).transactions();
    Selection selection = select(transactions, request.getTransaction());
    check(request.getPartitionOptions(), "PartitionReadRequest");
    KeySets.check(request.getKeySet());
    TableRead.check(
        statements.table(request.getTable()), request.getTable(), request.getColumnsList());
    return split(
        transactions,
        selection,
        request.getPartitionOptions(),
        PartitionToken.fingerprint(request));
  }

  /** By the proto, only a read-only transaction that outlives the request can be partitioned. */
  private static Selection select(SessionTransactions transactions, TransactionSelector selector) {
    Selection selection = transactions.select(selector);
    if (selection.singleUse()) {
      throw RpcFailure.invalidArgument(
          "Partition reads may not be performed in single-use transactions, since the response"
              + " needs to be reused.");
    }
    if (selection.mode() != TransactionMode.READ_ONLY) {
      throw RpcFailure.invalidArgument(
          "Partitioned reads can only be performed in a read-only transaction.");
    }
    return selection;
  }

  private static void check(PartitionOptions options, String request) {
    if (options.getPartitionSizeBytes() < 0) {
      throw RpcFailure.invalidArgument(
          "Invalid " + request + ": bytes per batch must be greater than zero.");
    }
    if (options.getMaxPartitions() < 0) {
      throw RpcFailure.invalidArgument(
          "Invalid " + request + ": max partition count must be greater than zero.");
    }
  }

  private static PartitionResponse split(
      SessionTransactions transactions,
      Selection selection,
      PartitionOptions options,
      int fingerprint) {
    PartitionResponse.Builder response = PartitionResponse.newBuilder();
    Grant grant = transactions.enter(selection, Effect.NONE);
    ByteString transaction =
        selection.existing() == null ? ByteString.EMPTY : selection.existing().id();
    if (grant.transaction() != null) {
      response.setTransaction(grant.transaction());
      transaction = grant.transaction().getId();
    }
    PartitionToken.split(options, fingerprint, transaction)
        .forEach(part -> response.addPartitionsBuilder().setPartitionToken(part.toBytes()));
    return response.build();
  }
}
