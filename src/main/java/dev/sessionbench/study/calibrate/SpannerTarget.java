package dev.sessionbench.study.calibrate;

import com.google.auth.oauth2.GoogleCredentials;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.SettableFuture;
import com.google.protobuf.Message;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.TimeSource;
import dev.sessionbench.study.calibrate.Calibration.MeasuredCall;
import dev.sessionbench.study.diagnosis.RpcTimer;
import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.ChannelCredentials;
import io.grpc.ClientCall;
import io.grpc.ClientStreamTracer;
import io.grpc.CompositeChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.TlsChannelCredentials;
import io.grpc.auth.MoreCallCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reaches a Spanner server through the methods of its service, without any pool.
 *
 * @param channel the channel to the server
 * @param time the clock for calls
 * @param database the full name of the database
 * @param timeoutNanos how long it waits for a reply
 */
record SpannerTarget(ManagedChannel channel, TimeSource time, String database, long timeoutNanos)
    implements Target {
  private static final String SCOPE = "https://www.googleapis.com/auth/spanner.data";
  private static final Metadata.Key<String> RESOURCE = key("google-cloud-resource-prefix");
  private static final Metadata.Key<String> ROUTING = key("x-goog-request-params");

  private static Metadata.Key<String> key(String name) {
    return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
  }

  /**
   * Connects without sending anything yet. It uses TLS and application default credentials for the
   * service and for {@code https://} servers, and plaintext for any other.
   *
   * @throws BadInput if there are no credentials for the service
   */
  static SpannerTarget of(CalibrationRequest request, TimeSource time) {
    return new SpannerTarget(
        NettyChannelBuilder.forTarget("dns:///" + request.address(), credentials(request))
            .directExecutor()
            .build(),
        time,
        request.database(),
        TimeUnit.MILLISECONDS.toNanos(request.timeoutMillis()));
  }

  private static ChannelCredentials credentials(CalibrationRequest request) {
    if (!request.byTls()) {
      return InsecureChannelCredentials.create();
    }
    try {
      return CompositeChannelCredentials.create(
          TlsChannelCredentials.create(),
          MoreCallCredentials.from(GoogleCredentials.getApplicationDefault().createScoped(SCOPE)));
    } catch (IOException e) {
      throw new BadInput(
          "no application default credentials: " + PacedSender.oneLine("" + e.getMessage()), e);
    }
  }

  @Override
  public List<Reply> send(List<? extends Request<?, ?>> requests) throws InterruptedException {
    try {
      return Futures.allAsList(requests.stream().map(request -> send(request)).toList()).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private <Q extends Message, R> ListenableFuture<Reply> send(Request<Q, R> request) {
    Metadata headers = new Metadata();
    headers.put(RESOURCE, database);
    headers.put(ROUTING, request.routing());
    TimedCall<R> timed = new TimedCall<>();
    CallOptions options =
        CallOptions.DEFAULT
            .withDeadlineAfter(timeoutNanos, TimeUnit.NANOSECONDS)
            .withStreamTracerFactory(timed.new Leaving());
    ClientCall<Q, R> call = channel.newCall(request.method(), options);
    call.start(timed, headers);
    call.request(Integer.MAX_VALUE);
    call.sendMessage(request.message());
    call.halfClose();
    return timed.ended;
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }

  /** One RPC and its time, from just before it is sent to its end. */
  private final class TimedCall<R> extends ClientCall.Listener<R> {
    private final SettableFuture<Reply> ended = SettableFuture.create();
    private final long startNanos = time.nanos();
    private long serverNanos = MeasuredCall.UNKNOWN;
    private @Nullable R last;
    private volatile boolean sent;

    /** Notes when the call is given to a connection, which must exist first. */
    private final class Leaving extends ClientStreamTracer.Factory {
      @Override
      public ClientStreamTracer newClientStreamTracer(
          ClientStreamTracer.StreamInfo info, Metadata headers) {
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
      double millis = RpcTimer.frontEndMillis(headers);
      if (Double.isFinite(millis)) {
        serverNanos = Math.round(millis * Nanos.PER_MILLI);
      }
    }

    @Override
    public void onMessage(R message) {
      last = message;
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      ended.set(new Reply(status, sent, startNanos, time.nanos() - startNanos, serverNanos, last));
    }
  }
}
