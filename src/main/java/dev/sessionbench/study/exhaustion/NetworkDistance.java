package dev.sessionbench.study.exhaustion;

import dev.sessionbench.base.model.TimeSource;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.MethodDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * A network between client and server: the end of each request, without which the server does
 * nothing, leaves the client later by the time of both ways. So the server counts none of it, and
 * no thread waits.
 *
 * @param roundTripNanos the time of both ways, in nanoseconds
 * @param time lets it pass
 */
record NetworkDistance(long roundTripNanos, TimeSource time) implements ClientInterceptor {
  @Override
  public <Q, R> ClientCall<Q, R> interceptCall(
      MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
    return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
      private boolean cancelled;

      @Override
      public void halfClose() {
        var unused = time.after(roundTripNanos, this::arrive);
      }

      private synchronized void arrive() {
        if (!cancelled) {
          super.halfClose();
        }
      }

      @Override
      public synchronized void cancel(@Nullable String message, @Nullable Throwable cause) {
        cancelled = true;
        super.cancel(message, cause);
      }
    };
  }
}
