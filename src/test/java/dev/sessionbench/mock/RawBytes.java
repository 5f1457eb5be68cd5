package dev.sessionbench.mock;

import dev.sessionbench.base.model.Rpc;
import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Sends bytes unchanged, whether or not they are a message. */
public final class RawBytes implements MethodDescriptor.Marshaller<byte[]> {
  /** A method whose messages are plain bytes. */
  public static MethodDescriptor<byte[], byte[]> method(Rpc rpc, MethodDescriptor.MethodType type) {
    return MethodDescriptor.<byte[], byte[]>newBuilder()
        .setType(type)
        .setFullMethodName(rpc.fullMethodName())
        .setRequestMarshaller(new RawBytes())
        .setResponseMarshaller(new RawBytes())
        .build();
  }

  @Override
  public InputStream stream(byte[] bytes) {
    return new ByteArrayInputStream(bytes);
  }

  @Override
  public byte[] parse(InputStream stream) {
    try {
      return stream.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
