package dev.sessionbench.bench.driver;

import dev.sessionbench.bench.client.AttemptCounter;
import dev.sessionbench.bench.client.MessageChannel;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import java.util.concurrent.TimeUnit;

/**
 * This client's end of a channel whose other end belongs to another gRPC. It has no connection, so
 * that nothing has to be waited for when it is shut down.
 */
final class ForeignChannel extends ManagedChannel {
  private final Channel intercepted;
  private volatile boolean shutdown;

  /** A channel whose calls an observer sees. */
  ForeignChannel(MessageChannel messages, AttemptCounter observer) {
    intercepted = ClientInterceptors.intercept(new Bare(messages), observer);
  }

  private static final class Bare extends Channel {
    private final MessageChannel messages;

    Bare(MessageChannel messages) {
      this.messages = messages;
    }

    @Override
    public <ReqT, RespT> ClientCall<ReqT, RespT> newCall(
        MethodDescriptor<ReqT, RespT> method, CallOptions callOptions) {
      return new ForeignCall<>(messages, method, callOptions);
    }

    @Override
    public String authority() {
      return "localhost";
    }
  }

  @Override
  public <ReqT, RespT> ClientCall<ReqT, RespT> newCall(
      MethodDescriptor<ReqT, RespT> method, CallOptions callOptions) {
    return intercepted.newCall(method, callOptions);
  }

  @Override
  public String authority() {
    return intercepted.authority();
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
