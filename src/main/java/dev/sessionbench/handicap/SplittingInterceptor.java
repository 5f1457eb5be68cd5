package dev.sessionbench.handicap;

import com.google.spanner.v1.BatchCreateSessionsRequest;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.MethodDescriptor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Makes a client's first BatchCreateSessions ask for one session less: a handicap. The
 * client then asks for the rest, so that the pool ends as large as ever, by one more RPC.
 */
final class SplittingInterceptor implements ClientInterceptor {
  private final AtomicBoolean armed = new AtomicBoolean(true);

  @Override
  public <Q, R> ClientCall<Q, R> interceptCall(
      MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
    ClientCall<Q, R> call = next.newCall(method, options);
    return armed.get() ? new Splitting<>(call) : call;
  }

  private final class Splitting<Q, R> extends SimpleForwardingClientCall<Q, R> {
    Splitting(ClientCall<Q, R> call) {
      super(call);
    }

    @Override
    public void sendMessage(Q message) {
      super.sendMessage(isToBeSplit(message) ? smaller(message) : message);
    }

    private boolean isToBeSplit(Q message) {
      return message instanceof BatchCreateSessionsRequest request
          && request.getSessionCount() > 1
          && armed.compareAndSet(true, false);
    }

    @SuppressWarnings("unchecked") // A smaller request has the class of the request.
    private Q smaller(Q message) {
      BatchCreateSessionsRequest request = (BatchCreateSessionsRequest) message;
      return (Q) request.toBuilder().setSessionCount(request.getSessionCount() - 1).build();
    }
  }
}
