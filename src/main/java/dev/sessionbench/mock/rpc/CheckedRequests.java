package dev.sessionbench.mock.rpc;

import com.google.protobuf.MessageLite;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.PrototypeMarshaller;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.InputStream;

/**
 * Reads the requests of a method, and refuses those that no method should see: what could not be
 * read, and what is too large. Both statuses are those of gRPC's own list (statuscodes.md).
 *
 * <p>Of bytes that are no message it makes a placeholder, which is refused when it is answered:
 * gRPC itself would end such a call with UNKNOWN, and log it as a defect of the server.
 *
 * @param <Q> the request
 */
final class CheckedRequests<Q> implements Marshaller<Q> {
  private final Marshaller<Q> marshaller;
  private final int maxBytes;
  private final Q unreadable;

  /**
   * The requests of one method.
   *
   * @param generated the method's generated marshaller
   * @param maxBytes how large a request may be
   */
  @SuppressWarnings("unchecked") // The prototype is a message of the method's own kind.
  CheckedRequests(Marshaller<Q> generated, int maxBytes) {
    this.marshaller = generated;
    this.maxBytes = maxBytes;
    MessageLite prototype =
        (MessageLite) ((PrototypeMarshaller<Q>) generated).getMessagePrototype();
    // An object of its own: no message that a client sends is the same one.
    this.unreadable = (Q) prototype.newBuilderForType().build();
  }

  @Override
  public InputStream stream(Q value) {
    return marshaller.stream(value);
  }

  @Override
  public Q parse(InputStream stream) {
    try {
      return marshaller.parse(stream);
    } catch (StatusRuntimeException e) {
      return unreadable;
    }
  }

  /**
   * Checks a request before it is answered.
   *
   * @return the request
   * @throws RpcFailure INTERNAL if it could not be read, RESOURCE_EXHAUSTED if it is too large
   */
  // The placeholder is told by identity, as an empty request equals it.
  @SuppressWarnings("ReferenceEquality")
  Q require(Q request) {
    if (request == unreadable) {
      throw RpcFailure.of(Status.INTERNAL.withDescription("Error parsing request proto"));
    }
    int bytes = ((MessageLite) request).getSerializedSize();
    if (bytes > maxBytes) {
      throw RpcFailure.of(
          Status.RESOURCE_EXHAUSTED.withDescription(
              "Request message larger than max (%d vs. %d)".formatted(bytes, maxBytes)));
    }
    return request;
  }
}
