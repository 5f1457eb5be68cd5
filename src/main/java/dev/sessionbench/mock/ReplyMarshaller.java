package dev.sessionbench.mock;

import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

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
        ? new Bytes(wire.toByteArray())
        : messages.stream(type.cast(reply));
  }

  @Override
  public R parse(InputStream stream) {
    return messages.parse(stream);
  }

  /** Tells its length at once and copies itself in one go, so that gRPC need not buffer it. */
  private static final class Bytes extends ByteArrayInputStream implements KnownLength, Drainable {
    Bytes(byte[] bytes) {
      super(bytes);
    }

    @Override
    public int drainTo(OutputStream target) throws IOException {
      int length = count - pos;
      target.write(buf, pos, length);
      pos = count;
      return length;
    }
  }
}
