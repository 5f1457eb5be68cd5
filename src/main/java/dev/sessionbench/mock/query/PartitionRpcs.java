package dev.sessionbench.mock.query;

import com.google.protobuf.ByteString;
import com.google.spanner.v1.PartitionOptions;
import com.google.spanner.v1.PartitionQueryRequest;
import com.google.spanner.v1.PartitionReadRequest;
import com.google.spanner.v1.PartitionResponse;
import com.google.spanner.v1.SpannerGrpc;
import com.google.spanner.v1.TransactionSelector;
import dev.sessionbench.mock.rpc.RpcFailure;
import dev.sessionbench.mock.rpc.SpannerMethods;
import dev.sessionbench.mock.session.AccessSet;
import dev.sessionbench.mock.session.KeySets;
import dev.sessionbench.mock.session.Selection;
import dev.sessionbench.mock.session.SessionTransactions;
import dev.sessionbench.mock.session.TransactionInfo;
import dev.sessionbench.mock.session.TransactionMode;
import java.util.function.Function;

/**
 * Answers the methods that split queries and reads.
 *
 * @param sessions finds the session of a request
 * @param statements what is registered
 */
public record PartitionRpcs(
    Function<String, SessionTransactions> sessions, PreparedStatements statements) {
  /** Adds the methods to the service. */
  public void addTo(SpannerMethods methods) {
    methods.unary(SpannerGrpc.getPartitionQueryMethod(), this::partitionQuery);
    methods.unary(SpannerGrpc.getPartitionReadMethod(), this::partitionRead);
  }

  PartitionResponse partitionQuery(PartitionQueryRequest request) {
    SessionTransactions transactions = sessions.apply(request.getSession());
    Selection selection = select(transactions, request.getTransaction());
    check(request.getPartitionOptions(), "PartitionQueryRequest");
    RpcFailure.invalidArgumentIf(
        statements.require(request.getSql()).isDml(),
        "Cannot partition an update: %s",
        request.getSql());
    return split(
        transactions,
        selection,
        request.getPartitionOptions(),
        PartitionToken.fingerprint(request));
  }

  PartitionResponse partitionRead(PartitionReadRequest request) {
    SessionTransactions transactions = sessions.apply(request.getSession());
    Selection selection = select(transactions, request.getTransaction());
    check(request.getPartitionOptions(), "PartitionReadRequest");
    KeySets.check(request.getKeySet());
    ReadRpcs.columns(
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
    RpcFailure.invalidArgumentIf(
        selection.singleUse(),
        "Partition reads may not be performed in single-use transactions, since the response"
            + " needs to be reused.");
    RpcFailure.invalidArgumentIf(
        selection.mode() != TransactionMode.READ_ONLY,
        "Partitioned reads can only be performed in a read-only transaction.");
    return selection;
  }

  private static void check(PartitionOptions options, String request) {
    RpcFailure.invalidArgumentIf(
        options.getPartitionSizeBytes() < 0,
        "Invalid %s: bytes per batch must be greater than zero.",
        request);
    RpcFailure.invalidArgumentIf(
        options.getMaxPartitions() < 0,
        "Invalid %s: max partition count must be greater than zero.",
        request);
  }

  private static PartitionResponse split(
      SessionTransactions transactions,
      Selection selection,
      PartitionOptions options,
      int fingerprint) {
    PartitionResponse.Builder response = PartitionResponse.newBuilder();
    TransactionInfo info = transactions.enter(selection, AccessSet.NONE);
    ByteString transaction =
        selection.existing() == null ? ByteString.EMPTY : selection.existing().id();
    if (info.transaction() != null) {
      response.setTransaction(info.transaction());
      transaction = info.transaction().getId();
    }
    PartitionToken.split(options, fingerprint, transaction)
        .forEach(part -> response.addPartitionsBuilder().setPartitionToken(part.toBytes()));
    return response.build();
  }
}
