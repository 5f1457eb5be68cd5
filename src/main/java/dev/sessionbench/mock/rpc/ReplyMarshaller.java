package dev.sessionbench.mock.rpc;

import io.grpc.MethodDescriptor;
import java.io.InputStream;

/**
 * Writes the replies of a method: messages as gRPC's own marshaller does, and {@link WireReply} as
 * its bytes.
 *
 * @param <R> the reply's message
 */
final class ReplyMarshaller<R> implements MethodDescriptor.Marshaller<Object> {
  private final Class<R> type;
  private final MethodDescriptor.Marshaller<R> messages;

  /** A marshaller over that of the message. */
  ReplyMarshaller(Class<R> type, MethodDescriptor.Marshaller<R> messages) {
    this.type = type;
    this.messages = messages;
  }

  @Override
  public InputStream stream(Object reply) {
    return reply instanceof WireReply wire
        ? new WireReplyStream(wire)
        : messages.stream(type.cast(reply));
  }

  @Override
  public R parse(InputStream stream) {
    return messages.parse(stream);
  }
}
