package dev.sessionbench.study.diagnosis;

import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.TimeSource;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Times every call attempt, and reads from its reply how long the service's front end took.
 *
 * <p>The client's own metric for this is {@code gfe_latency}. From 6.105.0 to 6.107.0 its value is
 * in a field that all calls share. So concurrent calls get each other's values. This interceptor
 * keeps a value for each call.
 *
 * @param time the clock
 * @param sink receives each attempt when it has ended
 */
public record RpcTimer(TimeSource time, Consumer<RpcTiming> sink) implements ClientInterceptor {
  private static final Metadata.Key<String> SERVER_TIMING =
      Metadata.Key.of("server-timing", Metadata.ASCII_STRING_MARSHALLER);

  /** The service's format, {@code gfet4t7; dur=12}, perhaps next to others. */
  private static final Pattern FRONT_END = Pattern.compile("gfet4t7;\\s*dur=(\\d+(?:\\.\\d+)?)");

  /** The time in a header, in milliseconds; NaN if it has none. */
  public static double frontEndMillis(Metadata headers) {
    String header = Objects.requireNonNullElse(headers.get(SERVER_TIMING), "");
    Matcher matcher = FRONT_END.matcher(header);
    return matcher.find() ? Double.parseDouble(matcher.group(1)) : Double.NaN;
  }

  @Override
  public <Q, R> ClientCall<Q, R> interceptCall(
      MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
    ClientCall<Q, R> call = next.newCall(method, options);
    Optional<Rpc> rpc = Rpc.ofFullMethodName(method.getFullMethodName());
    if (rpc.isEmpty()) {
      return call;
    }
    return new SimpleForwardingClientCall<>(call) {
      @Override
      public void start(Listener<R> listener, Metadata headers) {
        long startNanos = time.nanos();
        super.start(
            new SimpleForwardingClientCallListener<>(listener) {
              private double frontEndMillis = Double.NaN;

              @Override
              public void onHeaders(Metadata replyHeaders) {
                frontEndMillis = frontEndMillis(replyHeaders);
                super.onHeaders(replyHeaders);
              }

              @Override
              public void onClose(Status status, Metadata trailers) {
                long endNanos = time.nanos();
                sink.accept(
                    new RpcTiming(
                        rpc.get(),
                        endNanos,
                        (endNanos - startNanos) / Nanos.PER_MILLI,
                        frontEndMillis,
                        status.getCode()));
                super.onClose(status, trailers);
              }
            },
            headers);
      }
    };
  }

  /**
   * One call attempt as the client saw it.
   *
   * @param rpc the method
   * @param endNanos when it ended, on the client's clock
   * @param millis how long it took, including the network
   * @param gfeMillis the time in the header {@code server-timing} of its reply; NaN if there was
   *     none
   * @param status how it ended
   */
  public record RpcTiming(
      Rpc rpc, long endNanos, double millis, double gfeMillis, Status.Code status) {
    /** When it began, on the client's clock. */
    public long startNanos() {
      return endNanos - Math.round(millis * Nanos.PER_MILLI);
    }
  }
}
