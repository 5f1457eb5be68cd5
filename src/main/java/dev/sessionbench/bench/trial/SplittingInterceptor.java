package dev.sessionbench.bench.trial;

import com.google.spanner.v1.BatchCreateSessionsRequest;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.MethodDescriptor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Makes a client's first BatchCreateSessions ask for one session less: a handicap. The client then
 * asks for the rest, so that the pool ends as large as ever, by one more RPC.
 */
final class SplittingInterceptor implements ClientInterceptor {
  private final AtomicBoolean armed = new AtomicBoolean(true);

  @Override
  public <Q, R> ClientCall<Q, R> interceptCall(
      MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
    ClientCall<Q, R> call = next.newCall(method, options);
    if (!armed.get()) {
      return call;
    }
    return new SimpleForwardingClientCall<>(call) {
      @Override
      @SuppressWarnings("unchecked") // A smaller request has the class of the request.
      public void sendMessage(Q message) {
        if (message instanceof BatchCreateSessionsRequest request
            && request.getSessionCount() > 1
            && armed.compareAndSet(true, false)) {
          int less = request.getSessionCount() - 1;
          super.sendMessage((Q) request.toBuilder().setSessionCount(less).build());
        } else {
          super.sendMessage(message);
        }
      }
    };
  }
}
