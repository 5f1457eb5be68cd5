package dev.sessionbench.rawload;

import io.grpc.Drainable;
import io.grpc.KnownLength;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Bytes to send. gRPC neither has to read them to learn their number nor to copy them through a
 * buffer of its own.
 */
public final class KnownBytes extends ByteArrayInputStream implements KnownLength, Drainable {
  /**
   * Bytes to send.
   *
   * @param bytes what to send; not to be changed any more
   */
  public KnownBytes(byte[] bytes) {
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
