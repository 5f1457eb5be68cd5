package dev.sessionbench.mock.rpc;

import com.google.protobuf.MessageLite;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.StatusRuntimeException;
import java.io.InputStream;

/**
 * Reads requests. Of bytes that are no message it makes a placeholder, which the {@link
 * RequestGate} answers: gRPC itself would end such a call with UNKNOWN, and log it as a defect of
 * the server.
 *
 * @param <Q> the request
 */
final class RequestMarshaller<Q> implements Marshaller<Q> {
  private final Marshaller<Q> marshaller;
  private final Q unreadable;

  private RequestMarshaller(Marshaller<Q> marshaller, Q unreadable) {
    this.marshaller = marshaller;
    this.unreadable = unreadable;
  }

  /** Wraps the marshaller of a method; the prototype tells what messages it makes. */
  static <Q> RequestMarshaller<Q> of(Marshaller<Q> marshaller, MessageLite prototype) {
    // An object of its own: no message that a client sends is the same one.
    @SuppressWarnings("unchecked")
    Q unreadable = (Q) prototype.newBuilderForType().build();
    return new RequestMarshaller<>(marshaller, unreadable);
  }

  // The placeholder is told by identity, as an empty request equals it.
  @SuppressWarnings("ReferenceEquality")
  boolean isUnreadable(Q request) {
    return request == unreadable;
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
}
