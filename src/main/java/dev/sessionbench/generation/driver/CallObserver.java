package dev.sessionbench.generation.driver;

import dev.sessionbench.client.Attempts;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;

/** Tells of the call attempts that leave the client, and of their ends. */
final class CallObserver implements ClientInterceptor {
  private final Attempts attempts;

  CallObserver(Attempts attempts) {
    this.attempts = attempts;
  }

  @Override
  public <ReqT, RespT> ClientCall<ReqT, RespT> interceptCall(
      MethodDescriptor<ReqT, RespT> method, CallOptions callOptions, Channel next) {
    return new SimpleForwardingClientCall<ReqT, RespT>(next.newCall(method, callOptions)) {
      @Override
      public void start(Listener<RespT> listener, Metadata headers) {
        attempts.start(method.getFullMethodName());
        super.start(
            new SimpleForwardingClientCallListener<RespT>(listener) {
              @Override
              public void onClose(Status status, Metadata trailers) {
                attempts.end(method.getFullMethodName());
                super.onClose(status, trailers);
              }
            },
            headers);
      }
    };
  }
}
