package dev.sessionbench.mock;

import io.grpc.Drainable;
import io.grpc.KnownLength;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Bytes to send. gRPC neither has to read them to learn their number nor to copy them through a
 * buffer of its own.
 */
final class KnownBytes extends ByteArrayInputStream implements KnownLength, Drainable {
  KnownBytes(byte[] bytes) {
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
