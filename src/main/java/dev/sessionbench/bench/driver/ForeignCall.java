package dev.sessionbench.bench.driver;

import com.google.common.util.concurrent.MoreExecutors;
import dev.sessionbench.bench.client.MessageChannel;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.InternalMetadata;
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
 * A call that another gRPC carries, its messages and metadata as bytes. Deadlines are not carried
 * over: a server in the same process that does not answer fails the run by another limit.
 */
final class ForeignCall<ReqT, RespT> extends ClientCall<ReqT, RespT> {
  private final MessageChannel channel;
  private final MethodDescriptor<ReqT, RespT> method;
  private final CallOptions callOptions;
  private Optional<MessageChannel.Call> call = Optional.empty();

  ForeignCall(
      MessageChannel channel, MethodDescriptor<ReqT, RespT> method, CallOptions callOptions) {
    this.channel = channel;
    this.method = method;
    this.callOptions = callOptions;
  }

  @Override
  public void start(Listener<RespT> listener, Metadata headers) {
    // The client's executor where it names one, as a channel of its own would use it.
    Executor executor =
        MoreExecutors.newSequentialExecutor(
            Optional.ofNullable(callOptions.getExecutor()).orElse(Runnable::run));
    call =
        Optional.of(
            channel.start(
                method.getFullMethodName(),
                InternalMetadata.serialize(headers),
                new Answers(listener, executor)));
  }

  /** Turns what the server answers into what this gRPC calls it, in order on an executor. */
  private final class Answers implements MessageChannel.Receiver {
    private final Listener<RespT> listener;
    private final Executor executor;

    Answers(Listener<RespT> listener, Executor executor) {
      this.listener = listener;
      this.executor = executor;
    }

    @Override
    public void headers(byte[][] headers) {
      executor.execute(() -> listener.onHeaders(InternalMetadata.newMetadata(headers)));
    }

    @Override
    public void message(byte[] message) {
      executor.execute(
          () -> listener.onMessage(method.parseResponse(new ByteArrayInputStream(message))));
    }

    @Override
    public void close(int code, String description, byte[][] trailers) {
      Status status = Status.fromCodeValue(code);
      Status described = description.isEmpty() ? status : status.withDescription(description);
      executor.execute(() -> listener.onClose(described, InternalMetadata.newMetadata(trailers)));
    }
  }

  private MessageChannel.Call started() {
    return call.orElseThrow(() -> new IllegalStateException("the call has not been started"));
  }

  @Override
  public void request(int messages) {
    started().request(messages);
  }

  @Override
  public void cancel(String message, Throwable cause) {
    call.ifPresent(started -> started.cancel(String.valueOf(message)));
  }

  @Override
  public void halfClose() {
    started().halfClose();
  }

  @Override
  public void sendMessage(ReqT message) {
    try (InputStream bytes = method.streamRequest(message)) {
      started().send(bytes.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
