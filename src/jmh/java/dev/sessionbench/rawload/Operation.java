package dev.sessionbench.rawload;

import com.google.protobuf.ByteString;
import io.grpc.Channel;
import io.grpc.Status;

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

  /** A creation of sessions. */
  static Operation batchCreateSessions(int sessions) {
    byte[] request = Requests.batchCreateSessions(sessions);
    return (channel, completion) ->
        RawCall.start(channel, Wire.BATCH_CREATE_SESSIONS, request, completion);
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
}
