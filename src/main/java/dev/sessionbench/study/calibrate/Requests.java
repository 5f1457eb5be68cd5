package dev.sessionbench.study.calibrate;

import com.google.protobuf.ByteString;
import com.google.spanner.v1.BatchCreateSessionsRequest;
import com.google.spanner.v1.BeginTransactionRequest;
import com.google.spanner.v1.CommitRequest;
import com.google.spanner.v1.DeleteSessionRequest;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.ListSessionsRequest;
import com.google.spanner.v1.RollbackRequest;
import com.google.spanner.v1.Session;
import com.google.spanner.v1.SpannerGrpc;
import com.google.spanner.v1.TransactionOptions;
import dev.sessionbench.study.calibrate.Target.Request;

/**
 * The RPCs that a calibration sends.
 *
 * @param database the full name of the database
 * @param label the label of the sessions that are created
 */
record Requests(String database, String label) {
  /** The statement that is executed; it reads no data. */
  static final String STATEMENT = "SELECT 1";

  /** The key of the label that identifies the sessions of a calibration. */
  private static final String LABEL = "calibrate";

  Request<?, ?> create(int sessions) {
    return new Request<>(
        SpannerGrpc.getBatchCreateSessionsMethod(),
        BatchCreateSessionsRequest.newBuilder()
            .setDatabase(database)
            .setSessionCount(sessions)
            .setSessionTemplate(Session.newBuilder().putLabels(LABEL, label))
            .build());
  }

  Request<?, ?> delete(String session) {
    return new Request<>(
        SpannerGrpc.getDeleteSessionMethod(),
        DeleteSessionRequest.newBuilder().setName(session).build());
  }

  /**
   * Lists sessions without a filter, which some servers ignore and some refuse; an empty token asks
   * for the first page.
   */
  Request<?, ?> list(String pageToken) {
    return new Request<>(
        SpannerGrpc.getListSessionsMethod(),
        ListSessionsRequest.newBuilder().setDatabase(database).setPageToken(pageToken).build());
  }

  /** Whether this calibration created a session. */
  boolean created(Session listed) {
    return label.equals(listed.getLabelsMap().get(LABEL));
  }

  /** Executes the statement, in a read-only transaction of its own. */
  Request<?, ?> execute(String session) {
    return new Request<>(
        SpannerGrpc.getExecuteStreamingSqlMethod(),
        ExecuteSqlRequest.newBuilder().setSession(session).setSql(STATEMENT).build());
  }

  /** Begins a transaction that could write. */
  Request<?, ?> begin(String session) {
    TransactionOptions.ReadWrite writing = TransactionOptions.ReadWrite.getDefaultInstance();
    return new Request<>(
        SpannerGrpc.getBeginTransactionMethod(),
        BeginTransactionRequest.newBuilder()
            .setSession(session)
            .setOptions(TransactionOptions.newBuilder().setReadWrite(writing))
            .build());
  }

  /** Commits a transaction without changes. */
  Request<?, ?> commit(String session, ByteString transaction) {
    return new Request<>(
        SpannerGrpc.getCommitMethod(),
        CommitRequest.newBuilder().setSession(session).setTransactionId(transaction).build());
  }

  /** Rolls back a transaction without changes. */
  Request<?, ?> rollback(String session, ByteString transaction) {
    return new Request<>(
        SpannerGrpc.getRollbackMethod(),
        RollbackRequest.newBuilder().setSession(session).setTransactionId(transaction).build());
  }
}
