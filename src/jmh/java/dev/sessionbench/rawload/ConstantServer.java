package dev.sessionbench.rawload;

import com.google.protobuf.ByteString;
import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.TimeSource;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.mock.rpc.Endpoint;
import dev.sessionbench.mock.rpc.Endpoint.EndpointOptions;
import dev.sessionbench.mock.rpc.LatestEntries;
import dev.sessionbench.mock.rpc.RpcRecord;
import dev.sessionbench.mock.rpc.ServerThreads;
import dev.sessionbench.rawload.ServerKind.MeasuredServer;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;

/**
 * A gRPC service that shows the limit of the mock server's own transport. It does not read requests
 * and answers each with the same bytes, after a time if one is set.
 */
final class ConstantServer {
  private static final int JOURNAL_CAPACITY = 1 << 14;

  private final ServerThreads threads = new ServerThreads();
  private final LatestEntries<RpcRecord> journal = new LatestEntries<>(JOURNAL_CAPACITY);
  private final long statementNanos;
  private final Endpoint endpoint;
  private final TimeSource time;

  /**
   * Starts a server.
   *
   * @param transport how clients reach it
   * @param replies the bytes that each method answers with
   * @param statementNanos the time that ExecuteStreamingSql takes, at least 0
   * @throws IOException if it cannot listen
   */
  ConstantServer(Transport transport, Map<Rpc, byte[]> replies, long statementNanos)
      throws IOException {
    this.statementNanos = statementNanos;
    endpoint =
        new Endpoint(transport, /* port= */ 0, threads, EndpointOptions.plain(), Optional.empty());
    time = endpoint.time();
    List<ServerMethodDefinition<?, ?>> methods = new ArrayList<>();
    replies.forEach((rpc, reply) -> methods.add(method(rpc, reply)));
    ServiceDescriptor.Builder described = ServiceDescriptor.newBuilder(SpannerGrpc.SERVICE_NAME);
    methods.forEach(method -> described.addMethod(method.getMethodDescriptor()));
    ServerServiceDefinition.Builder service = ServerServiceDefinition.builder(described.build());
    methods.forEach(service::addMethod);
    endpoint.start(service.build(), new ServerTransportFilter() {});
  }

  private ServerMethodDefinition<?, ?> method(Rpc rpc, byte[] reply) {
    return ServerMethodDefinition.create(
        MethodDescriptor.<ByteString, byte[]>newBuilder()
            .setType(MethodDescriptor.MethodType.SERVER_STREAMING)
            .setFullMethodName(rpc.fullMethodName())
            .setRequestMarshaller(new Wire.Unread())
            .setResponseMarshaller(new Wire.Bytes())
            .build(),
        new Constant(reply, rpc == Rpc.EXECUTE_STREAMING_SQL ? statementNanos : 0));
  }

  /**
   * The server in the form that benchmarks measure.
   *
   * @param mostThreads the most threads that have handled calls at the same time
   */
  MeasuredServer measured(IntSupplier mostThreads) {
    return new MeasuredServer(
        endpoint::port,
        endpoint::inProcessName,
        mostThreads,
        Optional.of(journal),
        endpoint::close);
  }

  private final class Constant implements ServerCallHandler<ByteString, byte[]> {
    private final byte[] reply;
    private final long delayNanos;

    Constant(byte[] reply, long delayNanos) {
      this.reply = reply;
      this.delayNanos = delayNanos;
    }

    @Override
    public ServerCall.Listener<ByteString> startCall(
        ServerCall<ByteString, byte[]> call, Metadata h) {
      call.request(1);
      return new ServerCall.Listener<>() {
        @Override
        public void onHalfClose() {
          if (delayNanos == 0) {
            answer(call);
            return;
          }
          long arrivalNanos = time.nanos();
          var unused =
              time.after(
                  delayNanos,
                  () -> {
                    note(arrivalNanos);
                    answer(call);
                  });
        }
      };
    }

    private void note(long arrivalNanos) {
      journal.add(
          new RpcRecord(
              arrivalNanos,
              Rpc.EXECUTE_STREAMING_SQL,
              "",
              0,
              delayNanos,
              time.nanos(),
              Status.Code.OK));
    }

    private void answer(ServerCall<ByteString, byte[]> call) {
      call.sendHeaders(new Metadata());
      call.sendMessage(reply);
      call.close(Status.OK, new Metadata());
    }
  }
}
