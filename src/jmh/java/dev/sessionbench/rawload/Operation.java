package dev.sessionbench.rawload;

import com.google.protobuf.ByteString;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.SpannerGrpc;
import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;

/** One unit of load, of one RPC or several. */
@FunctionalInterface
public interface Operation {
  /**
   * Starts the operation and returns.
   *
   * @param channel carries it
   * @param completion is told when it has ended
   */
  void start(Channel channel, RawCall.Completion completion);

  /** A query in a session. */
  static Operation executeStreamingSql(String session) {
    byte[] request = Requests.executeStreamingSql(session);
    return (channel, completion) ->
        RawCall.start(channel, Wire.EXECUTE_STREAMING_SQL, request, completion);
  }

  /** The same by the generated stub, as applications' clients have it, replies read and all. */
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
    byte[] request = Requests.batchCreateSessions(sessions);
    return (channel, completion) ->
        RawCall.start(
            channel,
            Wire.BATCH_CREATE_SESSIONS_READ,
            request,
            new ForEachSession(
                channel, Wire.EXECUTE_STREAMING_SQL, Requests::executeStreamingSql, completion));
  }

  /** A creation of sessions and the deletion of each: one RPC more than sessions. */
  static Operation createAndDelete(int sessions) {
    byte[] request = Requests.batchCreateSessions(sessions);
    return (channel, completion) ->
        RawCall.start(
            channel,
            Wire.BATCH_CREATE_SESSIONS_READ,
            request,
            new ForEachSession(channel, Wire.DELETE_SESSION, Requests::deleteSession, completion));
  }

  /** A read-write transaction without statements: two RPCs. */
  static Operation beginAndCommit(String session) {
    byte[] begin = Requests.begin(session);
    return (channel, completion) ->
        RawCall.start(
            channel,
            Wire.BEGIN_TRANSACTION,
            begin,
            new RawCall.Completion() {
              @Override
              public void succeeded(ByteString transaction) {
                RawCall.start(
                    channel, Wire.COMMIT, Requests.commit(session, transaction), completion);
              }

              @Override
              public void failed(Status status) {
                completion.failed(status);
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
      completion.failed(Status.fromThrowable(failure));
    }

    @Override
    public void onCompleted() {
      if (values == 1) {
        completion.succeeded(ByteString.EMPTY);
      } else {
        completion.failed(Status.DATA_LOSS.withDescription(values + " values instead of one"));
      }
    }
  }
}
