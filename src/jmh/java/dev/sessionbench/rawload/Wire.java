package dev.sessionbench.rawload;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.spanner.v1.SpannerGrpc;
import com.google.spanner.v1.Transaction;
import dev.sessionbench.base.model.Rpc;
import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/**
 * The methods as the load calls them. Requests were serialised before and replies are not read, so
 * that the client costs the same with each server. It reads only the id of a transaction, because
 * the commit needs it.
 */
final class Wire {
  static final MethodDescriptor<byte[], ByteString> EXECUTE_STREAMING_SQL =
      method(Rpc.EXECUTE_STREAMING_SQL, MethodDescriptor.MethodType.SERVER_STREAMING, new Unread());
  static final MethodDescriptor<byte[], ByteString> BATCH_CREATE_SESSIONS =
      method(Rpc.BATCH_CREATE_SESSIONS, MethodDescriptor.MethodType.UNARY, new Unread());
  static final MethodDescriptor<byte[], ByteString> BATCH_CREATE_SESSIONS_READ =
      method(Rpc.BATCH_CREATE_SESSIONS, MethodDescriptor.MethodType.UNARY, new Read());
  static final MethodDescriptor<byte[], ByteString> DELETE_SESSION =
      method(Rpc.DELETE_SESSION, MethodDescriptor.MethodType.UNARY, new Unread());
  static final MethodDescriptor<byte[], ByteString> COMMIT =
      method(Rpc.COMMIT, MethodDescriptor.MethodType.UNARY, new Unread());
  static final MethodDescriptor<byte[], ByteString> BEGIN_TRANSACTION =
      method(Rpc.BEGIN_TRANSACTION, MethodDescriptor.MethodType.UNARY, new TransactionId());

  private Wire() {}

  private static MethodDescriptor<byte[], ByteString> method(
      Rpc rpc, MethodDescriptor.MethodType type, MethodDescriptor.Marshaller<ByteString> replies) {
    return MethodDescriptor.<byte[], ByteString>newBuilder()
        .setType(type)
        .setFullMethodName(
            MethodDescriptor.generateFullMethodName(SpannerGrpc.SERVICE_NAME, rpc.methodName()))
        .setRequestMarshaller(new Bytes())
        .setResponseMarshaller(replies)
        .build();
  }

  /** Sends bytes unchanged. */
  static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new KnownBytes(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      throw new AssertionError("replies are not read");
    }
  }

  /**
   * Bytes of known length, so that gRPC neither reads them to count nor copies them to a buffer.
   */
  private static final class KnownBytes extends ByteArrayInputStream
      implements KnownLength, Drainable {
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

  /** Does not read what the other end has sent. */
  static class Unread implements MethodDescriptor.Marshaller<ByteString> {
    @Override
    public InputStream stream(ByteString value) {
      throw new AssertionError("only bytes are sent");
    }

    @Override
    public ByteString parse(InputStream stream) {
      return ByteString.EMPTY;
    }
  }

  private static final class Read extends Unread {
    @Override
    public ByteString parse(InputStream stream) {
      try {
        return ByteString.readFrom(stream);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static final class TransactionId extends Unread {
    private static final int ID_TAG = Transaction.ID_FIELD_NUMBER << 3 | 2;

    @Override
    public ByteString parse(InputStream stream) {
      try {
        CodedInputStream in = CodedInputStream.newInstance(stream, 64);
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
          if (tag == ID_TAG) {
            return in.readBytes();
          }
          in.skipField(tag);
        }
        throw new IllegalStateException("the server began a transaction without an id");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
