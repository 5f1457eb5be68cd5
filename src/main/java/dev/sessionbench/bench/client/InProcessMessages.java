package dev.sessionbench.bench.client;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.InternalMetadata;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.inprocess.InProcessChannelBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;

/**
 * The end in this program's gRPC of a channel to a server in this process; the other end belongs to
 * another gRPC. Messages cross as bytes. So both ends pay the cost of serialisation, as over TCP;
 * an in-process channel would save it.
 */
final class InProcessMessages implements MessageChannel {
  private static final MethodDescriptor.Marshaller<byte[]> BYTES =
      new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(byte[] value) {
          return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
          try {
            return stream.readAllBytes();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      };

  private final ManagedChannel channel;

  /**
   * Opens a way to a server.
   *
   * @param name the server's in-process name
   */
  InProcessMessages(String name) {
    channel = InProcessChannelBuilder.forName(name).usePlaintext().build();
  }

  @Override
  public Call start(String fullMethodName, byte[][] headers, Receiver receiver) {
    // This suits unary methods too: a stream of one message is the same to both ends.
    var method =
        MethodDescriptor.newBuilder(BYTES, BYTES)
            .setType(MethodDescriptor.MethodType.UNKNOWN)
            .setFullMethodName(fullMethodName)
            .build();
    ClientCall<byte[], byte[]> call = channel.newCall(method, CallOptions.DEFAULT);
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onHeaders(Metadata received) {
            receiver.headers(InternalMetadata.serialize(received));
          }

          @Override
          public void onMessage(byte[] message) {
            receiver.message(message);
          }

          @Override
          public void onClose(Status status, Metadata trailers) {
            Optional<String> text = Optional.ofNullable(status.getDescription());
            receiver.close(status.getCode().value(), text, InternalMetadata.serialize(trailers));
          }
        },
        InternalMetadata.newMetadata(headers));
    return new Call() {
      @Override
      public void send(byte[] message) {
        call.sendMessage(message);
        call.halfClose();
      }

      @Override
      public void request(int messages) {
        call.request(messages);
      }

      @Override
      public void cancel(String reason) {
        call.cancel(reason, null);
      }
    };
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
