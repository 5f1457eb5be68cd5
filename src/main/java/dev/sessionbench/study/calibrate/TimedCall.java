package dev.sessionbench.study.calibrate;

import com.google.common.util.concurrent.SettableFuture;
import dev.sessionbench.base.model.TimeSource;
import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientStreamTracer;
import io.grpc.ClientStreamTracer.StreamInfo;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One RPC with its time: from just before it is sent to its end.
 *
 * @param <R> the reply
 */
final class TimedCall<R> extends ClientCall.Listener<R> {
  private static final Metadata.Key<String> SERVER_TIMING =
      Metadata.Key.of("server-timing", Metadata.ASCII_STRING_MARSHALLER);

  /** As in {@code gfet4t7; dur=12}: the Google front end's own time in milliseconds. */
  private static final Pattern FRONT_END = Pattern.compile("gfet4t7;\\s*dur=([0-9]+(\\.[0-9]+)?)");

  private final TimeSource time;
  private final SettableFuture<Ended<R>> ended = SettableFuture.create();
  private final long startNanos;
  private long serverNanos = MeasuredCall.UNKNOWN;
  private @Nullable R last;
  private volatile boolean sent;

  /**
   * How it ended.
   *
   * @param status the status
   * @param last the last message; nothing where there was none
   * @param sent whether it has left for a server
   * @param sentNanos when it was sent
   * @param nanos how long it took
   * @param serverNanos what the front end says that it took
   */
  record Ended<R>(
      Status status,
      @Nullable R last,
      boolean sent,
      long sentNanos,
      long nanos,
      long serverNanos) {}

  private TimedCall(TimeSource time) {
    this.time = time;
    this.startNanos = time.nanos();
  }

  /** Sends a request; returns at once. */
  static <Q, R> SettableFuture<Ended<R>> send(
      Channel channel,
      MethodDescriptor<Q, R> method,
      Q request,
      Metadata headers,
      TimeSource time,
      long timeoutNanos) {
    TimedCall<R> timed = new TimedCall<>(time);
    ClientCall<Q, R> call =
        channel.newCall(
            method,
            CallOptions.DEFAULT
                .withDeadlineAfter(timeoutNanos, TimeUnit.NANOSECONDS)
                .withStreamTracerFactory(timed.new Leaving()));
    call.start(timed, headers);
    call.request(Integer.MAX_VALUE);
    call.sendMessage(request);
    call.halfClose();
    return timed.ended;
  }

  /** Hears of the call when it is given to a connection, and not before there is one. */
  private final class Leaving extends ClientStreamTracer.Factory {
    @Override
    public ClientStreamTracer newClientStreamTracer(StreamInfo info, Metadata headers) {
      return new ClientStreamTracer() {
        @Override
        public void streamCreated(Attributes transport, Metadata headers) {
          sent = true;
        }
      };
    }
  }

  @Override
  public void onHeaders(Metadata headers) {
    String timing = headers.get(SERVER_TIMING);
    Matcher frontEnd = FRONT_END.matcher(timing == null ? "" : timing);
    if (frontEnd.find()) {
      serverNanos = Math.round(Double.parseDouble(frontEnd.group(1)) * 1e6);
    }
  }

  @Override
  public void onMessage(R message) {
    last = message;
  }

  @Override
  public void onClose(Status status, Metadata trailers) {
    ended.set(new Ended<>(status, last, sent, startNanos, time.nanos() - startNanos, serverNanos));
  }
}
