package dev.sessionbench.client;

import dev.sessionbench.model.Rpc;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the call attempts that leave the client, retries included, and tells the thread's
 * operation when its first one does.
 */
final class AttemptCounter implements ClientInterceptor {
  private final Map<Rpc, LongAdder> attempts = Rpc.each(rpc -> new LongAdder());

  @Override
  public <ReqT, RespT> ClientCall<ReqT, RespT> interceptCall(
      MethodDescriptor<ReqT, RespT> method, CallOptions callOptions, Channel next) {
    return new SimpleForwardingClientCall<>(next.newCall(method, callOptions)) {
      @Override
      public void start(Listener<RespT> listener, Metadata headers) {
        Rpc.ofFullMethodName(method.getFullMethodName())
            .map(attempts::get)
            .ifPresent(LongAdder::increment);
        AcquireWait.endCurrent();
        super.start(listener, headers);
      }
    };
  }

  long attempts(Rpc rpc) {
    return Objects.requireNonNull(attempts.get(rpc)).sum();
  }
}
