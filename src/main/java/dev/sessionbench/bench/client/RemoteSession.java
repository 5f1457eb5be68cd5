package dev.sessionbench.bench.client;

import com.google.common.collect.Iterators;
import com.google.protobuf.ByteString;
import com.google.protobuf.Value;
import com.google.spanner.v1.CommitRequest;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.GetSessionRequest;
import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.SpannerGrpc;
import com.google.spanner.v1.TransactionOptions;
import com.google.spanner.v1.TransactionSelector;
import io.grpc.Channel;
import io.grpc.StatusRuntimeException;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;

/**
 * A session at a server, with its own RPCs for each operation. No RPC is retried.
 *
 * @param name its full name
 * @param channel the channel on which it was created, which carries all its RPCs
 */
public record RemoteSession(String name, Channel channel) {
  /** How long the real client waits for an operation (SpannerStubSettings). */
  private static final long OPERATION_HOURS = 1;

  private static final TransactionSelector READ_WRITE =
      TransactionSelector.newBuilder()
          .setBegin(
              TransactionOptions.newBuilder()
                  .setReadWrite(TransactionOptions.ReadWrite.getDefaultInstance()))
          .build();

  private SpannerGrpc.SpannerBlockingStub stub() {
    return SpannerGrpc.newBlockingStub(channel).withDeadlineAfter(OPERATION_HOURS, TimeUnit.HOURS);
  }

  /** Asks the server by GetSession whether it still has the session. */
  boolean exists() {
    try {
      return stub().getSession(GetSessionRequest.newBuilder().setName(name).build()) != null;
    } catch (StatusRuntimeException e) {
      return false;
    }
  }

  private ExecuteSqlRequest.Builder statement(String sql) {
    return ExecuteSqlRequest.newBuilder().setSession(name).setSql(sql);
  }

  /** Queries one column by ExecuteStreamingSql; its values arrive while they are read. */
  public Iterator<Value> query(String sql) {
    Iterator<PartialResultSet> parts = stub().executeStreamingSql(statement(sql).build());
    return Iterators.concat(Iterators.transform(parts, part -> part.getValuesList().iterator()));
  }

  /**
   * Updates by ExecuteSql, which begins its transaction, and by Commit.
   *
   * @return the number of changed rows
   */
  public int update(String sql) {
    ResultSet updated =
        stub().executeSql(statement(sql).setSeqno(1).setTransaction(READ_WRITE).build());
    ByteString transaction = updated.getMetadata().getTransaction().getId();
    var commit = CommitRequest.newBuilder().setSession(name).setTransactionId(transaction);
    var unused = stub().commit(commit.build());
    return (int) updated.getStats().getRowCountExact();
  }
}
