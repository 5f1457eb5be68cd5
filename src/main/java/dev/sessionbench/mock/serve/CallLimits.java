package dev.sessionbench.mock.serve;

import io.grpc.Context;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Limits the memory that calls in progress can hold: their number, and the bytes of their requests,
 * including those still arriving. A call beyond the limits ends with RESOURCE_EXHAUSTED.
 *
 * <p>Bytes are counted as they arrive and again as they are unpacked, because both are held. A
 * compressed request thus counts with its real size. Bytes count until their call ends. The call
 * whose bytes exceed the limit is refused; it need not be the largest.
 */
final class CallLimits extends ServerStreamTracer.Factory implements ServerInterceptor {
  /** Calls in progress on one connection; clients hold further calls back (HTTP/2). */
  static final int CALLS_PER_CONNECTION = 10_000;

  private static final int CALLS = 20_000;
  private static final Context.Key<Tracer> TRACER = Context.key("serve-call-limits");

  private final int maxCalls;
  private final long maxBytes;
  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();

  /**
   * Limits on calls and bytes.
   *
   * @param maxCalls calls in progress at most, of all connections
   * @param maxBytes bytes of their requests at most
   */
  CallLimits(int maxCalls, long maxBytes) {
    this.maxCalls = maxCalls;
    this.maxBytes = maxBytes;
  }

  /** More calls than any reasonable client has, and half of the largest heap. */
  static CallLimits ofThisMachine() {
    return new CallLimits(CALLS, Runtime.getRuntime().maxMemory() / 2);
  }

  /** The bytes that calls in progress hold. */
  long bytes() {
    return bytes.get();
  }

  @Override
  public ServerStreamTracer newServerStreamTracer(String fullMethodName, Metadata headers) {
    calls.incrementAndGet();
    return new Tracer();
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    Tracer tracer = TRACER.get();
    if (calls.get() > maxCalls) {
      refuse(call, "more than %d calls in progress".formatted(maxCalls));
      return new ServerCall.Listener<>() {};
    }
    tracer.call = call;
    return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
      @Override
      public void onMessage(Q message) {
        if (!tracer.refused) {
          super.onMessage(message);
        }
      }

      @Override
      public void onHalfClose() {
        if (!tracer.refused) {
          super.onHalfClose();
        }
      }
    };
  }

  private static void refuse(ServerCall<?, ?> call, String reason) {
    call.close(Status.RESOURCE_EXHAUSTED.withDescription(reason), new Metadata());
  }

  /**
   * One call. The thread that counts its bytes also passes them to the call, so there is no race.
   */
  private final class Tracer extends ServerStreamTracer {
    private final AtomicLong held = new AtomicLong();
    private volatile @Nullable ServerCall<?, ?> call;
    private volatile boolean refused;
    private volatile boolean closed;

    @Override
    public Context filterContext(Context context) {
      return context.withValue(TRACER, this);
    }

    @Override
    public void inboundWireSize(long more) {
      hold(more);
    }

    @Override
    public void inboundUncompressedSize(long more) {
      hold(more);
    }

    private void hold(long more) {
      held.addAndGet(more);
      ServerCall<?, ?> begun = call;
      if (bytes.addAndGet(more) > maxBytes && begun != null && !refused) {
        refused = true;
        refuse(
            begun,
            "the requests of all calls in progress hold more than %d bytes".formatted(maxBytes));
      }
      if (closed) {
        release();
      }
    }

    private void release() {
      bytes.addAndGet(-held.getAndSet(0));
    }

    @Override
    public void streamClosed(Status status) {
      calls.decrementAndGet();
      closed = true;
      release();
    }
  }
}
