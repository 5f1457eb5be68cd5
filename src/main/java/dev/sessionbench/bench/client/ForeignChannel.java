package dev.sessionbench.bench.client;

import com.google.common.util.concurrent.MoreExecutors;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.InternalMetadata;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * The end in this client's gRPC of a channel whose other end belongs to another gRPC. Messages and
 * metadata cross as bytes. Deadlines do not cross: another limit fails a run whose in-process
 * server does not answer. There is no connection, so shutting down takes no time.
 */
final class ForeignChannel extends ManagedChannel {
  private final MessageChannel messages;
  private final CallEvents events;
  private volatile boolean shutdown;

  /**
   * Makes a channel.
   *
   * @param messages the other end
   * @param events receives each call attempt
   */
  ForeignChannel(MessageChannel messages, CallEvents events) {
    this.messages = messages;
    this.events = events;
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
      String name = method.getFullMethodName();
      events.start(name);
      // Uses the client's executor if it names one, as a channel of its own would.
      Executor executor =
          MoreExecutors.newSequentialExecutor(
              Optional.ofNullable(callOptions.getExecutor()).orElse(Runnable::run));
      started =
          Optional.of(
              messages.start(
                  name,
                  InternalMetadata.serialize(headers),
                  new MessageChannel.Receiver() {
                    @Override
                    public void headers(byte[][] headers) {
                      executor.execute(
                          () -> listener.onHeaders(InternalMetadata.newMetadata(headers)));
                    }

                    @Override
                    public void message(byte[] message) {
                      executor.execute(
                          () ->
                              listener.onMessage(
                                  method.parseResponse(new ByteArrayInputStream(message))));
                    }

                    @Override
                    public void close(int code, Optional<String> description, byte[][] trailers) {
                      Status status =
                          Status.fromCodeValue(code).withDescription(description.orElse(null));
                      executor.execute(
                          () -> {
                            events.end(name);
                            listener.onClose(status, InternalMetadata.newMetadata(trailers));
                          });
                    }
                  }));
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

  @Override
  public <ReqT, RespT> ClientCall<ReqT, RespT> newCall(
      MethodDescriptor<ReqT, RespT> method, CallOptions callOptions) {
    return new Call<>(method, callOptions);
  }

  @Override
  public String authority() {
    return "localhost";
  }

  @Override
  public ManagedChannel shutdown() {
    shutdown = true;
    return this;
  }

  @Override
  public ManagedChannel shutdownNow() {
    return shutdown();
  }

  @Override
  public boolean isShutdown() {
    return shutdown;
  }

  @Override
  public boolean isTerminated() {
    return shutdown;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return shutdown;
  }
}
