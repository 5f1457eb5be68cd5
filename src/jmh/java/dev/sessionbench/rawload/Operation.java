package dev.sessionbench.rawload;

import com.google.protobuf.ByteString;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.Session;
import com.google.spanner.v1.SpannerGrpc;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.Collections;
import java.util.Iterator;
import java.util.function.Function;

/** One unit of load, of one or several RPCs. */
@FunctionalInterface
public interface Operation {
  /**
   * Starts the operation and returns.
   *
   * @param channel carries the operation
   * @param completion is called when the operation has ended
   */
  void start(Channel channel, RawCall.Completion completion);

  /** A query in a session. */
  static Operation executeStreamingSql(String session) {
    byte[] request = Requests.executeStreamingSql(session);
    return (channel, completion) ->
        RawCall.start(channel, Wire.EXECUTE_STREAMING_SQL, request, completion);
  }

  /** The same query through the generated stub, as applications use it; it reads the replies. */
  static Operation executeStreamingSqlByStub(String session) {
    ExecuteSqlRequest request =
        ExecuteSqlRequest.newBuilder().setSession(session).setSql(Requests.QUERY).build();
    return (channel, completion) ->
        SpannerGrpc.newStub(channel).executeStreamingSql(request, new Observer(completion));
  }

  /** A creation of sessions. */
  static Operation batchCreateSessions(int sessions) {
    byte[] request = Requests.batchCreateSessions(sessions);
    return (channel, completion) ->
        RawCall.start(channel, Wire.BATCH_CREATE_SESSIONS, request, completion);
  }

  /** A creation of sessions and a query in each: one RPC more than sessions. */
  static Operation createAndQuery(int sessions) {
    return createAndCall(sessions, Wire.EXECUTE_STREAMING_SQL, Requests::executeStreamingSql);
  }

  /** A creation of sessions and the deletion of each: one RPC more than sessions. */
  static Operation createAndDelete(int sessions) {
    return createAndCall(sessions, Wire.DELETE_SESSION, Requests::deleteSession);
  }

  private static Operation createAndCall(
      int sessions, MethodDescriptor<byte[], ByteString> method, Function<String, byte[]> request) {
    byte[] creation = Requests.batchCreateSessions(sessions);
    return (channel, completion) ->
        RawCall.start(
            channel,
            Wire.BATCH_CREATE_SESSIONS_READ,
            creation,
            (status, reply) -> {
              Iterator<Session> created =
                  status.isOk() ? Requests.sessions(reply) : Collections.emptyIterator();
              callNext(status, created, channel, method, request, completion);
            });
  }

  /** Calls a method for each session in turn, and then completes the operation. */
  private static void callNext(
      Status before,
      Iterator<Session> left,
      Channel channel,
      MethodDescriptor<byte[], ByteString> method,
      Function<String, byte[]> request,
      RawCall.Completion completion) {
    if (before.isOk() && left.hasNext()) {
      RawCall.start(
          channel,
          method,
          request.apply(left.next().getName()),
          (status, reply) -> callNext(status, left, channel, method, request, completion));
    } else {
      completion.ended(before, ByteString.EMPTY);
    }
  }

  /** A read-write transaction without statements: two RPCs. */
  static Operation beginAndCommit(String session) {
    byte[] begin = Requests.begin(session);
    return (channel, completion) ->
        RawCall.start(
            channel,
            Wire.BEGIN_TRANSACTION,
            begin,
            (status, transaction) -> {
              if (status.isOk()) {
                RawCall.start(
                    channel, Wire.COMMIT, Requests.commit(session, transaction), completion);
              } else {
                completion.ended(status, transaction);
              }
            });
  }

  /** Reads the one row of the load's query. */
  static final class Observer implements StreamObserver<PartialResultSet> {
    private final RawCall.Completion completion;
    private int values;

    Observer(RawCall.Completion completion) {
      this.completion = completion;
    }

    @Override
    public void onNext(PartialResultSet part) {
      values += part.getValuesCount();
    }

    @Override
    public void onError(Throwable failure) {
      completion.ended(Status.fromThrowable(failure), ByteString.EMPTY);
    }

    @Override
    public void onCompleted() {
      Status status =
          values == 1
              ? Status.OK
              : Status.DATA_LOSS.withDescription(values + " values instead of one");
      completion.ended(status, ByteString.EMPTY);
    }
  }
}
