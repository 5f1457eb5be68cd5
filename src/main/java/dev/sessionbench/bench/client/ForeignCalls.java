package dev.sessionbench.bench.client;

import com.google.common.util.concurrent.MoreExecutors;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.InternalMetadata;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * Sends the calls of this client's gRPC to a server that belongs to another gRPC. Messages and
 * metadata cross as bytes. Deadlines do not cross: another limit fails a run whose in-process
 * server does not answer.
 *
 * @param messages the way to the server
 */
record ForeignCalls(MessageChannel messages) implements ClientInterceptor {
  /**
   * A channel for a client. It never connects, because all its calls go the other way.
   *
   * @param first sees each call before
   */
  ManagedChannel channel(ClientInterceptor first) {
    return ManagedChannelBuilder.forTarget("localhost")
        .usePlaintext()
        .intercept(this, first)
        .build();
  }

  @Override
  public <ReqT, RespT> ClientCall<ReqT, RespT> interceptCall(
      MethodDescriptor<ReqT, RespT> method, CallOptions callOptions, Channel unused) {
    return new Call<>(method, callOptions);
  }

  private final class Call<ReqT, RespT> extends ClientCall<ReqT, RespT> {
    private final MethodDescriptor<ReqT, RespT> method;
    private final CallOptions callOptions;
    private Optional<MessageChannel.Call> started = Optional.empty();

    Call(MethodDescriptor<ReqT, RespT> method, CallOptions callOptions) {
      this.method = method;
      this.callOptions = callOptions;
    }

    @Override
    public void start(Listener<RespT> listener, Metadata headers) {
      // Uses the client's executor if it names one, as a channel of its own would.
      Executor own = Optional.ofNullable(callOptions.getExecutor()).orElse(Runnable::run);
      Executor executor = MoreExecutors.newSequentialExecutor(own);
      MessageChannel.Receiver receiver =
          new MessageChannel.Receiver() {
            @Override
            public void headers(byte[][] headers) {
              executor.execute(() -> listener.onHeaders(InternalMetadata.newMetadata(headers)));
            }

            @Override
            public void message(byte[] message) {
              InputStream bytes = new ByteArrayInputStream(message);
              executor.execute(() -> listener.onMessage(method.parseResponse(bytes)));
            }

            @Override
            public void close(int code, Optional<String> description, byte[][] trailers) {
              Status status = Status.fromCodeValue(code).withDescription(description.orElse(null));
              executor.execute(
                  () -> listener.onClose(status, InternalMetadata.newMetadata(trailers)));
            }
          };
      byte[][] sent = InternalMetadata.serialize(headers);
      started = Optional.of(messages.start(method.getFullMethodName(), sent, receiver));
    }

    @Override
    public void request(int messages) {
      started.orElseThrow().request(messages);
    }

    @Override
    public void cancel(String message, Throwable cause) {
      started.ifPresent(call -> call.cancel(String.valueOf(message)));
    }

    @Override
    public void halfClose() {
      // Every method takes one message, after which the other end is closed.
    }

    @Override
    public void sendMessage(ReqT message) {
      try (InputStream bytes = method.streamRequest(message)) {
        started.orElseThrow().send(bytes.readAllBytes());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
