package dev.sessionbench.mock;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * One RPC from its arrival to its reply: counts it, lets its simulated time pass without holding a
 * thread, and answers it unless the client has cancelled it by then.
 *
 * <p>gRPC runs the listener's methods one after another. Only the reply may run beside them, on the
 * scheduler's thread; {@code settled} decides whether the reply or the cancellation comes first.
 */
final class PendingCall<Q, R> extends ServerCall.Listener<Q> implements Runnable {
  private static final System.Logger LOG = System.getLogger(PendingCall.class.getName());

  /** In the object itself, as there may be very many. */
  @SuppressWarnings("rawtypes")
  private static final AtomicIntegerFieldUpdater<PendingCall> SETTLED =
      AtomicIntegerFieldUpdater.newUpdater(PendingCall.class, "settled");

  private final RpcEndpoint<Q, R> endpoint;
  private final ServerCall<Q, R> call;

  @SuppressWarnings("UnusedVariable") // SETTLED uses it.
  private volatile int settled;

  private @Nullable Q request;
  private @Nullable Future<?> scheduled;
  private boolean arrived;
  private long arrivalNanos;
  private long latencyNanos;

  PendingCall(RpcEndpoint<Q, R> endpoint, ServerCall<Q, R> call) {
    this.endpoint = endpoint;
    this.call = call;
  }

  @Override
  public void onMessage(Q message) {
    request = message;
  }

  @Override
  public void onHalfClose() {
    Q complete = request;
    if (complete == null) {
      call.close(Status.INTERNAL.withDescription("the request is missing"), new Metadata());
      return;
    }
    arrive(complete);
    if (latencyNanos <= 0) {
      run();
    } else {
      scheduled = endpoint.core().scheduler().schedule(latencyNanos, this);
    }
  }

  private void arrive(Q complete) {
    arrivalNanos = System.nanoTime();
    ServerCore core = endpoint.core();
    arrived = true;
    int inProgress = endpoint.counter().enter();
    long index = endpoint.counter().takeIndex();
    core.channels().counterOf(call.getAttributes()).received(endpoint.rpc()).increment();
    int sessions = endpoint.sessionsAsked(complete);
    latencyNanos = core.time().nanos(endpoint.rpc(), index, sessions, inProgress);
  }

  @Override
  public void onCancel() {
    if (arrived && SETTLED.compareAndSet(this, 0, 1)) {
      endpoint.counter().leave();
      if (scheduled != null) {
        scheduled.cancel(false);
      }
    }
  }

  /** Produces the reply and sends it. */
  @Override
  public void run() {
    Q complete = request;
    if (complete == null || !SETTLED.compareAndSet(this, 0, 1)) {
      return;
    }
    try {
      // Left before the reply goes out: who has the reply no longer sees the RPC in progress.
      Outcome<R> outcome = produce(complete);
      endpoint.counter().leave();
      record(outcome);
      send(outcome);
    } catch (RuntimeException e) {
      // The transport may refuse a call that is being torn down; other calls must not notice.
      LOG.log(System.Logger.Level.DEBUG, "reply not sent", e);
    }
  }

  /** The one place where a reply comes from: what changes or withholds replies belongs here. */
  private Outcome<R> produce(Q complete) {
    try {
      return new Outcome<>(endpoint.answer().replies(complete), Status.OK, new Metadata());
    } catch (RpcFailure e) {
      return new Outcome<>(List.of(), e.status(), e.trailers());
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, "unexpected failure of " + endpoint.rpc(), e);
      Status status = Status.INTERNAL.withDescription("mock server failed: " + e).withCause(e);
      return new Outcome<>(List.of(), status, new Metadata());
    }
  }

  private void record(Outcome<R> outcome) {
    int sessions = 0;
    for (R reply : outcome.replies()) {
      sessions += endpoint.sessionsCreated(reply);
    }
    endpoint
        .core()
        .journal()
        .append(
            new RpcRecord(arrivalNanos, endpoint.rpc(), sessions, latencyNanos, System.nanoTime()));
  }

  private void send(Outcome<R> outcome) {
    Metadata headers = new Metadata();
    if (endpoint.core().announcesTime()) {
      ServerTiming.announce(latencyNanos, headers);
    }
    call.sendHeaders(headers);
    outcome.replies().forEach(call::sendMessage);
    call.close(outcome.status(), outcome.trailers());
  }

  private record Outcome<R>(List<R> replies, Status status, Metadata trailers) {}
}
