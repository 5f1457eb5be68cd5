package dev.sessionbench.mock.rpc;

import com.google.protobuf.MessageLite;
import io.grpc.Status;
import java.util.List;

/**
 * Refuses requests that no method should see: those that could not be read, and those that are too
 * large. Both statuses are those of gRPC's own list (statuscodes.md).
 *
 * @param <Q> the request
 * @param <R> the reply
 */
final class RequestGate<Q, R> implements Answer<Q, R> {
  private final RequestMarshaller<Q> marshaller;
  private final int maxBytes;
  private final Answer<Q, R> answer;

  RequestGate(RequestMarshaller<Q> marshaller, int maxBytes, Answer<Q, R> answer) {
    this.marshaller = marshaller;
    this.maxBytes = maxBytes;
    this.answer = answer;
  }

  @Override
  public List<R> replies(Q request) {
    if (marshaller.isUnreadable(request)) {
      throw RpcFailure.of(Status.INTERNAL.withDescription("Error parsing request proto"));
    }
    int bytes = ((MessageLite) request).getSerializedSize();
    if (bytes > maxBytes) {
      throw RpcFailure.of(
          Status.RESOURCE_EXHAUSTED.withDescription(
              "Request message larger than max (%d vs. %d)".formatted(bytes, maxBytes)));
    }
    return answer.replies(request);
  }
}
