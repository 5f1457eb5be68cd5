package dev.sessionbench.mock.session;

import com.google.protobuf.Empty;
import com.google.spanner.v1.BatchWriteRequest;
import com.google.spanner.v1.BatchWriteResponse;
import com.google.spanner.v1.BeginTransactionRequest;
import com.google.spanner.v1.CommitRequest;
import com.google.spanner.v1.CommitResponse;
import com.google.spanner.v1.RollbackRequest;
import com.google.spanner.v1.Transaction;
import dev.sessionbench.mock.rpc.RpcFailure;
import dev.sessionbench.mock.rpc.ServiceLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Answers the RPCs about transactions.
 *
 * @param sessions finds the session of a request
 * @param limits how many mutations a commit may have
 */
public record TransactionRpcs(
    Function<String, SessionTransactions> sessions, ServiceLimits limits) {
  /** Answers BeginTransaction. */
  public Transaction begin(BeginTransactionRequest request) {
    return sessions
        .apply(request.getSession())
        .begin(request.getOptions(), request.hasMutationKey());
  }

  /** Answers Commit. */
  public CommitResponse commit(CommitRequest request) {
    return sessions.apply(request.getSession()).commit(request);
  }

  /** Answers Rollback. */
  public Empty rollback(RollbackRequest request) {
    sessions.apply(request.getSession()).rollback(request.getTransactionId());
    return Empty.getDefaultInstance();
  }

  /** Answers BatchWrite: each group separately, in the order of the request. */
  public List<BatchWriteResponse> batchWrite(BatchWriteRequest request) {
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
