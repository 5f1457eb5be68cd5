package dev.sessionbench.study.warmup;

import dev.sessionbench.model.Rpc;
import dev.sessionbench.model.SystemTime;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Notes the client's requests for data, from when they are sent until they have ended. */
final class RequestRecorder implements ClientInterceptor {
  private static final Set<Rpc> NOTED =
      EnumSet.of(Rpc.EXECUTE_STREAMING_SQL, Rpc.EXECUTE_SQL, Rpc.COMMIT);

  private volatile CallLog log = new CallLog();

  /** Notes into another log from now on, for requests that are sent from now on. */
  void use(CallLog other) {
    log = other;
  }

  @Override
  public <ReqT, RespT> ClientCall<ReqT, RespT> interceptCall(
      MethodDescriptor<ReqT, RespT> method, CallOptions callOptions, Channel next) {
    ClientCall<ReqT, RespT> call = next.newCall(method, callOptions);
    Optional<Rpc> rpc = Rpc.ofFullMethodName(method.getFullMethodName()).filter(NOTED::contains);
    if (rpc.isEmpty()) {
      return call;
    }
    CallLog current = log;
    return new SimpleForwardingClientCall<>(call) {
      @Override
      public void start(Listener<RespT> listener, Metadata headers) {
        long sent = SystemTime.CLOCK.nanos();
        super.start(
            new SimpleForwardingClientCallListener<>(listener) {
              @Override
              public void onClose(Status status, Metadata trailers) {
                current.add(rpc.get().methodName(), sent, SystemTime.CLOCK.nanos());
                super.onClose(status, trailers);
              }
            },
            headers);
      }
    };
  }
}
