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
 * Simulates a network between client and server. It delays the end of each request by the round
 * trip; the server does nothing without that end. So the server does not count the delay, and no
 * thread waits.
 *
 * @param roundTripNanos the time of the round trip, in nanoseconds
 * @param time schedules the delay
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
