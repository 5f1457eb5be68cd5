package dev.sessionbench.mock;

import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.model.Rpc;
import dev.sessionbench.model.Transport;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServerTransportFilter;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A gRPC service on the mock server's own transport that does nothing: it does not look at a
 * request and answers each with the same bytes. What it reaches is the limit of the transport.
 */
public final class ConstantServer implements AutoCloseable {
  private static final int MAX_MESSAGE_BYTES = 1 << 20;

  private final ServerThreads threads = new ServerThreads();
  private final Endpoint endpoint;

  /**
   * Starts a server.
   *
   * @param transport how clients reach it
   * @param replies the bytes that each method answers with
   * @throws IOException if it cannot listen
   */
  public ConstantServer(Transport transport, Map<Rpc, byte[]> replies) throws IOException {
    endpoint =
        transport == Transport.TCP
            ? new TcpEndpoint(/* port= */ 0, MAX_MESSAGE_BYTES, threads, Exposure.plain())
            : new InProcessEndpoint(threads, Exposure.plain());
    List<ServerMethodDefinition<?, ?>> methods = new ArrayList<>();
    replies.forEach((rpc, reply) -> methods.add(method(rpc, reply)));
    ServiceDescriptor.Builder described = ServiceDescriptor.newBuilder(SpannerGrpc.SERVICE_NAME);
    methods.forEach(method -> described.addMethod(method.getMethodDescriptor()));
    ServerServiceDefinition.Builder service = ServerServiceDefinition.builder(described.build());
    methods.forEach(service::addMethod);
    endpoint.start(service.build(), new ServerTransportFilter() {});
  }

  private static ServerMethodDefinition<?, ?> method(Rpc rpc, byte[] reply) {
    return ServerMethodDefinition.create(
        MethodDescriptor.<Object, byte[]>newBuilder()
            .setType(MethodDescriptor.MethodType.SERVER_STREAMING)
            .setFullMethodName(rpc.fullMethodName())
            .setRequestMarshaller(new Unread())
            .setResponseMarshaller(new Bytes())
            .build(),
        new Constant(reply));
  }

  /** The TCP port that the server listens on, on loopback. */
  public int port() {
    return endpoint.port();
  }

  /** The name for {@code InProcessChannelBuilder.forName}. */
  public String inProcessName() {
    return endpoint.inProcessName();
  }

  @Override
  public void close() {
    endpoint.close();
  }

  private static final class Constant implements ServerCallHandler<Object, byte[]> {
    private final byte[] reply;

    Constant(byte[] reply) {
      this.reply = reply;
    }

    @Override
    public ServerCall.Listener<Object> startCall(ServerCall<Object, byte[]> call, Metadata h) {
      call.request(1);
      return new ServerCall.Listener<>() {
        @Override
        public void onHalfClose() {
          call.sendHeaders(new Metadata());
          call.sendMessage(reply);
          call.close(Status.OK, new Metadata());
        }
      };
    }
  }

  private static final class Unread implements MethodDescriptor.Marshaller<Object> {
    @Override
    public InputStream stream(Object value) {
      throw new AssertionError("a server sends no request");
    }

    @Override
    public Object parse(InputStream stream) {
      return this;
    }
  }

  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new KnownBytes(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      throw new AssertionError("a server receives no reply");
    }
  }
}
