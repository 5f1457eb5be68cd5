package dev.sessionbench.mock.rpc;

import io.grpc.Drainable;
import io.grpc.KnownLength;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a {@link WireReply}, made when they are wanted. A transport that sends bytes drains
 * them within the call that hands it the reply, and they pass through an array that the thread uses
 * again and again; in process it is the client that reads them, if it does.
 */
public final class WireReplyStream extends InputStream implements KnownLength, Drainable {
  /** Longer replies get an array of their own, so that no thread keeps a large one. */
  private static final int REUSED_BYTES = 1 << 14;

  private static final ThreadLocal<byte[]> REUSED =
      ThreadLocal.withInitial(() -> new byte[REUSED_BYTES]);

  private static final byte[] NOTHING = {};

  private final WireReply reply;
  private final int length;
  private @Nullable ByteArrayInputStream read;

  public WireReplyStream(WireReply reply) {
    this.reply = reply;
    length = reply.length();
  }

  @Override
  public int drainTo(OutputStream target) throws IOException {
    if (read != null) {
      return Math.toIntExact(read.transferTo(target));
    }
    byte[] bytes = length <= REUSED_BYTES ? REUSED.get() : new byte[length];
    reply.writeTo(bytes);
    target.write(bytes, 0, length);
    read = new ByteArrayInputStream(NOTHING);
    return length;
  }

  @Override
  public int available() {
    return read == null ? length : read.available();
  }

  @Override
  public int read() {
    return bytes().read();
  }

  @Override
  public int read(byte[] target, int offset, int count) {
    return bytes().read(target, offset, count);
  }

  private ByteArrayInputStream bytes() {
    ByteArrayInputStream known = read;
    if (known == null) {
      byte[] bytes = new byte[length];
      reply.writeTo(bytes);
      known = new ByteArrayInputStream(bytes);
      read = known;
    }
    return known;
  }
}
