package dev.sessionbench.rawload;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.spanner.v1.BatchCreateSessionsResponse;
import com.google.spanner.v1.Session;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.Iterator;
import java.util.function.Function;

/** Calls a method for each session of a reply in turn, and then completes the operation. */
final class ForEachSession implements RawCall.Completion {
  private final Channel channel;
  private final MethodDescriptor<byte[], ByteString> method;
  private final Function<String, byte[]> request;
  private final RawCall.Completion whole;

  ForEachSession(
      Channel channel,
      MethodDescriptor<byte[], ByteString> method,
      Function<String, byte[]> request,
      RawCall.Completion whole) {
    this.channel = channel;
    this.method = method;
    this.request = request;
    this.whole = whole;
  }

  @Override
  public void succeeded(ByteString reply) {
    try {
      callNext(BatchCreateSessionsResponse.parseFrom(reply).getSessionList().iterator());
    } catch (InvalidProtocolBufferException e) {
      whole.failed(Status.DATA_LOSS.withCause(e));
    }
  }

  private void callNext(Iterator<Session> left) {
    if (!left.hasNext()) {
      whole.succeeded(ByteString.EMPTY);
      return;
    }
    RawCall.start(
        channel,
        method,
        request.apply(left.next().getName()),
        new RawCall.Completion() {
          @Override
          public void succeeded(ByteString reply) {
            callNext(left);
          }

          @Override
          public void failed(Status status) {
            whole.failed(status);
          }
        });
  }

  @Override
  public void failed(Status status) {
    whole.failed(status);
  }
}
