package dev.sessionbench.rawload;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.ListValue;
import com.google.protobuf.Timestamp;
import com.google.protobuf.Value;
import com.google.spanner.v1.BatchCreateSessionsRequest;
import com.google.spanner.v1.BatchCreateSessionsResponse;
import com.google.spanner.v1.BeginTransactionRequest;
import com.google.spanner.v1.CommitRequest;
import com.google.spanner.v1.CommitResponse;
import com.google.spanner.v1.DeleteSessionRequest;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.ResultSetMetadata;
import com.google.spanner.v1.Session;
import com.google.spanner.v1.StructType;
import com.google.spanner.v1.Transaction;
import com.google.spanner.v1.TransactionOptions;
import com.google.spanner.v1.Type;
import com.google.spanner.v1.TypeCode;
import dev.sessionbench.base.model.Rpc;
import java.util.Iterator;
import java.util.Map;

/** Has the serialised requests of the load, and replies of the size that a server sends. */
final class Requests {
  static final String DATABASE = "projects/p/instances/i/databases/d";
  static final String QUERY = "SELECT 1 AS COL1";

  /** The answer to the query, as in the original benchmark. */
  static final ResultSet RESULT =
      ResultSet.newBuilder()
          .setMetadata(
              ResultSetMetadata.newBuilder()
                  .setRowType(
                      StructType.newBuilder()
                          .addFields(
                              StructType.Field.newBuilder()
                                  .setName("COL1")
                                  .setType(Type.newBuilder().setCode(TypeCode.INT64)))))
          .addRows(ListValue.newBuilder().addValues(Value.newBuilder().setStringValue("1")))
          .build();

  private Requests() {}

  static byte[] executeStreamingSql(String session) {
    return ExecuteSqlRequest.newBuilder().setSession(session).setSql(QUERY).build().toByteArray();
  }

  static byte[] batchCreateSessions(int sessions) {
    return BatchCreateSessionsRequest.newBuilder()
        .setDatabase(DATABASE)
        .setSessionCount(sessions)
        .build()
        .toByteArray();
  }

  /** The sessions of a reply to BatchCreateSessions. */
  static Iterator<Session> sessions(ByteString reply) {
    try {
      return BatchCreateSessionsResponse.parseFrom(reply).getSessionList().iterator();
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException(e);
    }
  }

  static byte[] deleteSession(String session) {
    return DeleteSessionRequest.newBuilder().setName(session).build().toByteArray();
  }

  static byte[] begin(String session) {
    return BeginTransactionRequest.newBuilder()
        .setSession(session)
        .setOptions(
            TransactionOptions.newBuilder()
                .setReadWrite(TransactionOptions.ReadWrite.getDefaultInstance()))
        .build()
        .toByteArray();
  }

  static byte[] commit(String session, ByteString transaction) {
    return CommitRequest.newBuilder()
        .setSession(session)
        .setTransactionId(transaction)
        .build()
        .toByteArray();
  }

  /** Replies as long as a server's. */
  static Map<Rpc, byte[]> constantReplies() {
    Timestamp time = Timestamp.newBuilder().setSeconds(1_790_000_000).setNanos(123_456_000).build();
    BatchCreateSessionsResponse.Builder sessions = BatchCreateSessionsResponse.newBuilder();
    for (int i = 0; i < 25; i++) {
      sessions.addSession(
          Session.newBuilder()
              .setName(DATABASE + "/sessions/" + (100_000 + i))
              .setCreateTime(time)
              .setApproximateLastUseTime(time));
    }
    return Map.of(
        Rpc.EXECUTE_STREAMING_SQL,
        PartialResultSet.newBuilder()
            .setMetadata(RESULT.getMetadata())
            .addAllValues(RESULT.getRows(0).getValuesList())
            .setResumeToken(ByteString.copyFromUtf8("1"))
            .setLast(true)
            .build()
            .toByteArray(),
        Rpc.BATCH_CREATE_SESSIONS,
        sessions.build().toByteArray(),
        Rpc.BEGIN_TRANSACTION,
        Transaction.newBuilder()
            .setId(ByteString.copyFromUtf8("transaction-100000"))
            .build()
            .toByteArray(),
        Rpc.COMMIT,
        CommitResponse.newBuilder().setCommitTimestamp(time).build().toByteArray(),
        Rpc.DELETE_SESSION,
        new byte[0]);
  }
}
