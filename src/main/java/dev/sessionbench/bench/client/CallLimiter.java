package dev.sessionbench.bench.client;

import dev.sessionbench.base.model.SystemTime;
import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientStreamTracer;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.net.SocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Gives each call attempt a deadline, and measures how long it waited for a stream of its
 * connection. It also runs on every gRPC that a client of another version has.
 *
 * @param events receives the waits
 * @param deadlineMillis from the start of an attempt, above 0
 * @param connections the connections by their local addresses
 */
record CallLimiter(
    CallEvents events, long deadlineMillis, Map<SocketAddress, Connection> connections)
    implements ClientInterceptor {
  CallLimiter(CallEvents events, long deadlineMillis) {
    this(events, deadlineMillis, new ConcurrentHashMap<>());
  }

  @Override
  public <ReqT, RespT> ClientCall<ReqT, RespT> interceptCall(
      MethodDescriptor<ReqT, RespT> method, CallOptions callOptions, Channel next) {
    ClientStreamTracer.Factory waits =
        new ClientStreamTracer.Factory() {
          @Override
          public ClientStreamTracer newClientStreamTracer(
              ClientStreamTracer.StreamInfo info, Metadata headers) {
            return new Wait();
          }
        };
    CallOptions limited = callOptions.withDeadlineAfter(deadlineMillis, TimeUnit.MILLISECONDS);
    return next.newCall(method, limited.withStreamTracerFactory(waits));
  }

  /** The calls of a connection that have not ended, and whether any has. */
  private static final class Connection {
    private final AtomicInteger calls = new AtomicInteger();
    private volatile boolean ended;
  }

  private final class Wait extends ClientStreamTracer {
    private final long startNanos = SystemTime.CLOCK.nanos();
    private volatile Connection connection = new Connection();
    private volatile int ahead;
    private volatile boolean first;
    private volatile long givenNanos = startNanos;

    /** The attempt goes to an open connection. An older gRPC does not call this. */
    @SuppressWarnings("MissingOverride")
    public void streamCreated(Attributes transport, Metadata headers) {
      SocketAddress client = transport.get(Grpc.TRANSPORT_ATTR_LOCAL_ADDR);
      if (client != null) {
        connection = connections.computeIfAbsent(client, address -> new Connection());
        ahead = connection.calls.getAndIncrement();
        first = !connection.ended;
      }
      givenNanos = SystemTime.CLOCK.nanos();
    }

    /** The headers have been written; before that, the attempt had no stream. */
    @Override
    public void outboundHeaders() {
      events.gotStream(ahead, SystemTime.CLOCK.nanos() - givenNanos);
    }

    @Override
    public void streamClosed(Status status) {
      connection.calls.decrementAndGet();
      connection.ended = true;
      if (first) {
        events.endedFirst(SystemTime.CLOCK.nanos() - startNanos);
      }
    }
  }
}
