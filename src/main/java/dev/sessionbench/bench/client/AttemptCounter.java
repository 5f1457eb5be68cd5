package dev.sessionbench.bench.client;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;

/**
 * Reports the call attempts that leave a client, and their ends. It also runs on every gRPC that a
 * client of another version has.
 *
 * @param events receives the attempts
 */
public record AttemptCounter(CallEvents events) implements ClientInterceptor {
  @Override
  public <ReqT, RespT> ClientCall<ReqT, RespT> interceptCall(
      MethodDescriptor<ReqT, RespT> method, CallOptions callOptions, Channel next) {
    return new SimpleForwardingClientCall<ReqT, RespT>(next.newCall(method, callOptions)) {
      @Override
      public void start(Listener<RespT> listener, Metadata headers) {
        events.start(method.getFullMethodName());
        super.start(
            new SimpleForwardingClientCallListener<RespT>(listener) {
              @Override
              public void onClose(Status status, Metadata trailers) {
                events.end(method.getFullMethodName());
                super.onClose(status, trailers);
              }
            },
            headers);
      }
    };
  }
}
