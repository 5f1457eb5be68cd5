package dev.sessionbench.mock.session;

import com.google.protobuf.Empty;
import com.google.spanner.v1.BatchWriteRequest;
import com.google.spanner.v1.BatchWriteResponse;
import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.mock.rpc.RpcFailure;
import dev.sessionbench.mock.rpc.ServiceLimits;
import dev.sessionbench.mock.rpc.SpannerMethods;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Answers the methods about transactions.
 *
 * @param sessions finds the session of a request
 * @param limits how many mutations a commit may have
 */
public record TransactionRpcs(
    Function<String, SessionTransactions> sessions, ServiceLimits limits) {
  /** Adds the methods to the service. */
  public void addTo(SpannerMethods methods) {
    methods.unary(
        SpannerGrpc.getBeginTransactionMethod(),
        r -> sessions.apply(r.getSession()).begin(r.getOptions(), r.hasMutationKey()));
    methods.unary(
        SpannerGrpc.getCommitMethod(),
        request -> sessions.apply(request.getSession()).commit(request));
    methods.unary(
        SpannerGrpc.getRollbackMethod(),
        request -> {
          sessions.apply(request.getSession()).rollback(request.getTransactionId());
          return Empty.getDefaultInstance();
        });
    methods.streaming(SpannerGrpc.getBatchWriteMethod(), this::batchWrite);
  }

  /** Answers each group for itself, in the order of the request. */
  private List<BatchWriteResponse> batchWrite(BatchWriteRequest request) {
    SessionTransactions transactions = sessions.apply(request.getSession());
    RpcFailure.invalidArgumentIf(
        request.getMutationGroupsCount() == 0, "BatchWrite must have at least one mutation group");
    List<BatchWriteResponse> responses = new ArrayList<>();
    for (int i = 0; i < request.getMutationGroupsCount(); i++) {
      responses.add(write(transactions, i, request.getMutationGroups(i)));
    }
    return responses;
  }

  private BatchWriteResponse write(
      SessionTransactions transactions, int index, BatchWriteRequest.MutationGroup group) {
    BatchWriteResponse.Builder response = BatchWriteResponse.newBuilder().addIndexes(index);
    try {
      RpcFailure.invalidArgumentIf(
          group.getMutationsCount() == 0, "A mutation group must have at least one mutation");
      Mutations.require(Mutations.count(group.getMutationsList()), limits.mutationsPerCommit());
      response.setCommitTimestamp(transactions.write(group.getMutationsList()));
      response.getStatusBuilder();
      return response.build();
    } catch (RpcFailure e) {
      return response.setStatus(RpcFailure.toProto(e.status())).build();
    }
  }
}
