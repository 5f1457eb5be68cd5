package dev.sessionbench.study.calibrate;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
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
import com.google.spanner.v1.Transaction;
import com.google.spanner.v1.TransactionOptions;
import dev.sessionbench.base.model.TimeSource;
import io.grpc.Channel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/**
 * A Spanner server through the stub of its service, without any pool.
 *
 * @param channel where it is reached
 * @param time what calls are timed by
 * @param database the full name of the database
 * @param label the label of the sessions that it creates
 * @param statement what is executed
 * @param timeoutNanos how long it waits for a reply
 */
record SpannerTarget(
    Channel channel,
    TimeSource time,
    String database,
    String label,
    String statement,
    long timeoutNanos)
    implements Target {
  /** The key of the label by which sessions are found again. */
  static final String LABEL = "calibrate";

  private static final Metadata.Key<String> RESOURCE =
      Metadata.Key.of("google-cloud-resource-prefix", Metadata.ASCII_STRING_MARSHALLER);
  private static final Metadata.Key<String> ROUTING =
      Metadata.Key.of("x-goog-request-params", Metadata.ASCII_STRING_MARSHALLER);

  @Override
  public List<Reply> send(List<Request> requests) throws InterruptedException {
    List<ListenableFuture<Reply>> sent = new ArrayList<>();
    for (Request request : requests) {
      sent.add(send(request));
    }
    List<Reply> replies = new ArrayList<>();
    for (ListenableFuture<Reply> reply : sent) {
      try {
        replies.add(reply.get());
      } catch (ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }
    return replies;
  }

  private ListenableFuture<Reply> send(Request request) {
    if (request instanceof Request.Create create) {
      return call(
          SpannerGrpc.getBatchCreateSessionsMethod(),
          BatchCreateSessionsRequest.newBuilder()
              .setDatabase(database)
              .setSessionCount(create.sessions())
              .setSessionTemplate(Session.newBuilder().putLabels(LABEL, label))
              .build(),
          "database=" + database,
          created -> sessions(created.getSessionList(), ""));
    }
    if (request instanceof Request.Delete delete) {
      return call(
          SpannerGrpc.getDeleteSessionMethod(),
          DeleteSessionRequest.newBuilder().setName(delete.session()).build(),
          "name=" + delete.session(),
          deleted -> NOTHING);
    }
    if (request instanceof Request.List list) {
      return call(
          SpannerGrpc.getListSessionsMethod(),
          ListSessionsRequest.newBuilder()
              .setDatabase(database)
              .setFilter("labels." + LABEL + ":" + label)
              .setPageToken(list.pageToken())
              .build(),
          "database=" + database,
          page ->
              sessions(
                  // A server that does not know the filter lists what is not ours.
                  page.getSessionsList().stream()
                      .filter(session -> label.equals(session.getLabelsMap().get(LABEL)))
                      .toList(),
                  page.getNextPageToken()));
    }
    if (request instanceof Request.Execute execute) {
      return call(
          SpannerGrpc.getExecuteStreamingSqlMethod(),
          ExecuteSqlRequest.newBuilder().setSession(execute.session()).setSql(statement).build(),
          "session=" + execute.session(),
          row -> NOTHING);
    }
    if (request instanceof Request.Begin begin) {
      return call(
          SpannerGrpc.getBeginTransactionMethod(),
          BeginTransactionRequest.newBuilder()
              .setSession(begin.session())
              .setOptions(
                  TransactionOptions.newBuilder()
                      .setReadWrite(TransactionOptions.ReadWrite.getDefaultInstance()))
              .build(),
          "session=" + begin.session(),
          SpannerTarget::transaction);
    }
    if (request instanceof Request.Commit commit) {
      return call(
          SpannerGrpc.getCommitMethod(),
          CommitRequest.newBuilder()
              .setSession(commit.session())
              .setTransactionId(commit.transaction())
              .build(),
          "session=" + commit.session(),
          committed -> NOTHING);
    }
    Request.Rollback rollback = (Request.Rollback) request;
    return call(
        SpannerGrpc.getRollbackMethod(),
        RollbackRequest.newBuilder()
            .setSession(rollback.session())
            .setTransactionId(rollback.transaction())
            .build(),
        "session=" + rollback.session(),
        rolledBack -> NOTHING);
  }

  private static final Reply NOTHING =
      new Reply(Status.OK, true, 0, 0, MeasuredCall.UNKNOWN, List.of(), ByteString.EMPTY, "");

  private static Reply sessions(List<Session> sessions, String nextPage) {
    return new Reply(
        Status.OK,
        true,
        0,
        0,
        MeasuredCall.UNKNOWN,
        sessions.stream().map(Session::getName).toList(),
        ByteString.EMPTY,
        nextPage);
  }

  private static Reply transaction(Transaction begun) {
    return new Reply(Status.OK, true, 0, 0, MeasuredCall.UNKNOWN, List.of(), begun.getId(), "");
  }

  /** Sends a message; what it brought is completed by how it ended. */
  private <Q, R> ListenableFuture<Reply> call(
      MethodDescriptor<Q, R> method, Q message, String routing, Function<R, Reply> brought) {
    Metadata headers = new Metadata();
    headers.put(RESOURCE, database);
    int value = routing.indexOf('=') + 1;
    headers.put(
        ROUTING,
        routing.substring(0, value)
            + URLEncoder.encode(routing.substring(value), StandardCharsets.UTF_8));
    return Futures.transform(
        TimedCall.send(channel, method, message, headers, time, timeoutNanos),
        ended -> {
          R last = ended.last();
          Reply reply = last == null ? NOTHING : brought.apply(last);
          return new Reply(
              ended.status(),
              ended.sent(),
              ended.sentNanos(),
              ended.nanos(),
              ended.serverNanos(),
              reply.sessions(),
              reply.transaction(),
              reply.nextPage());
        },
        MoreExecutors.directExecutor());
  }
}
