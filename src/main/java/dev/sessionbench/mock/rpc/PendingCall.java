package dev.sessionbench.mock.rpc;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.TimeSource.Cancellable;
import dev.sessionbench.mock.fault.FaultDecider.FaultDecision;
import dev.sessionbench.mock.fault.FaultEffect;
import dev.sessionbench.mock.rpc.PendingCall.ReplyStream.Outcome;
import dev.sessionbench.mock.rpc.RpcCounters.ChannelCounter;
import dev.sessionbench.mock.rpc.RpcCounters.MethodCounter;
import dev.sessionbench.mock.rpc.SpannerMethods.ServerCore;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One RPC from its arrival to its reply. It counts the RPC, lets its simulated time pass without
 * holding a thread, and answers it unless the client has cancelled it.
 *
 * <p>gRPC runs the listener's methods one after another. Only the reply may run concurrently, on
 * the scheduler's thread; {@code settled} decides whether the reply or the cancellation comes
 * first.
 */
final class PendingCall<Q, R> extends ServerCall.Listener<Q> implements Runnable {
  /**
   * One method of the service: the state that all its calls share.
   *
   * @param <Q> the request
   * @param <R> the reply
   * @param rpc the method
   * @param core the state that all methods share
   * @param counter counts its calls
   * @param answer produces the replies to a request, unchecked, when its simulated time has passed.
   *     State changes here, so that a session exists exactly from its reply on
   */
  record RpcEndpoint<Q, R>(
      Rpc rpc, ServerCore core, MethodCounter counter, Function<Q, List<R>> answer)
      implements ServerCallHandler<Q, R> {
    @Override
    public ServerCall.Listener<Q> startCall(ServerCall<Q, R> call, Metadata headers) {
      // Requests two messages, although one is allowed, so that gRPC notices a client that sends
      // more.
      call.request(2);
      return new PendingCall<>(this, call);
    }
  }

  /** The header in which the service's front end reports its time, in milliseconds. */
  private static final Metadata.Key<String> SERVER_TIMING =
      Metadata.Key.of("server-timing", Metadata.ASCII_STRING_MARSHALLER);

  private static final long HALF_MILLI_NANOS = TimeUnit.MILLISECONDS.toNanos(1) / 2;
  private static final System.Logger LOG = System.getLogger(PendingCall.class.getName());

  private final RpcEndpoint<Q, R> endpoint;
  private final ServerCall<Q, R> call;
  private final AtomicBoolean settled = new AtomicBoolean();
  private final ChannelCounter channel;
  private @Nullable Q request;
  private volatile @Nullable Cancellable scheduled;
  private volatile @Nullable ReplyStream<R> replyStream;
  private boolean arrived;
  private FaultDecision fault = FaultDecision.NONE;
  private boolean refused;
  private long arrivalNanos;
  private long index;
  private volatile long latencyNanos;

  PendingCall(RpcEndpoint<Q, R> endpoint, ServerCall<Q, R> call) {
    this.endpoint = endpoint;
    this.call = call;
    this.channel = endpoint.core().counters().channel(call.getAttributes());
  }

  @Override
  public void onMessage(Q message) {
    if (request != null) {
      refuse("Too many requests: this method takes one");
    }
    request = message;
  }

  @Override
  public void onHalfClose() {
    Q complete = request;
    if (complete == null) {
      refuse("The request is missing");
    }
    if (complete == null || refused) {
      return;
    }
    arrive(complete);
    if (fault.outcome() instanceof FaultEffect.Stall) {
      return;
    }
    SplitCalls splits = endpoint.core().splits().orElse(null);
    if (splits != null && splits.concern(endpoint.rpc())) {
      scheduled = splits.submit(endpoint.rpc(), complete, index, this::served);
    } else {
      takeTime(latencyNanos);
    }
  }

  /**
   * Continues after the split's queue. The wait there counts as server time, like all simulated
   * time.
   */
  private void served() {
    long ownNanos = latencyNanos;
    latencyNanos = ownNanos + endpoint.core().clock().nanos() - arrivalNanos;
    takeTime(ownNanos);
  }

  private void takeTime(long nanos) {
    if (nanos <= 0) {
      run();
    } else {
      scheduled = endpoint.core().clock().after(nanos, this);
    }
  }

  /** Ends a call with the status that gRPC defines for a wrong number of requests. */
  private void refuse(String reason) {
    if (!refused) {
      refused = true;
      call.close(Status.UNIMPLEMENTED.withDescription(reason), new Metadata());
    }
  }

  private void arrive(Q complete) {
    ServerCore core = endpoint.core();
    arrivalNanos = core.clock().nanos();
    arrived = true;
    int inProgress = endpoint.counter().enter();
    index = endpoint.counter().takeIndex();
    core.counters().enter(channel, endpoint.rpc());
    int sessions = CallFaults.sessionsAsked(complete);
    if (sessions > 0) {
      core.requested().accept(sessions);
    }
    fault = core.faults().decide(endpoint.rpc(), complete, channel.id());
    // Sessions that are not created cost nothing.
    FaultEffect effect = fault.outcome();
    int created = effect == null ? sessions : effect.created(sessions);
    long ownNanos = core.time().get().nanos(endpoint.rpc(), index, created, inProgress);
    latencyNanos = core.counters().coldNanos(channel, arrivalNanos) + fault.latencyNanos(ownNanos);
  }

  @Override
  public void onReady() {
    ReplyStream<R> unsent = replyStream;
    if (unsent != null) {
      unsent.send();
    }
  }

  @Override
  public void onCancel() {
    replyStream = null;
    if (arrived && settled.compareAndSet(false, true)) {
      channel.leave(/* answered= */ false);
      endpoint.counter().leaveUnanswered();
      Cancellable unneeded = scheduled;
      if (unneeded != null) {
        unneeded.cancel();
      }
    }
  }

  /** Produces the reply and sends it. */
  @Override
  public void run() {
    Q complete = request;
    if (complete == null || !settled.compareAndSet(false, true)) {
      return;
    }
    channel.leave(/* answered= */ true);
    try {
      FaultEffect effect = fault.outcome();
      if (CallFaults.cutsOff(effect)) {
        endpoint.counter().leaveUnanswered();
      } else {
        // Counted before the reply is sent, so that a client with a reply no longer sees the RPC in
        // progress.
        Outcome<R> outcome = produce(complete);
        endpoint.counter().leave(outcome.status().getCode());
        record(complete, outcome);
        send(outcome);
      }
      endpoint.core().faults().actOnConnection(effect, call.getAttributes());
    } catch (RuntimeException e) {
      // The transport may refuse a call that is being closed; other calls must not be affected.
      LOG.log(System.Logger.Level.DEBUG, "reply not sent", e);
    }
  }

  /** The only place where replies are made; code that changes or withholds replies belongs here. */
  private Outcome<R> produce(Q complete) {
    try {
      List<R> replies =
          endpoint.core().faults().replies(fault.outcome(), complete, endpoint.answer());
      return new Outcome<>(replies, Status.OK, new Metadata());
    } catch (RpcFailure e) {
      return new Outcome<>(List.of(), e.status(), e.trailers());
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, "unexpected failure of " + endpoint.rpc(), e);
      Status status = Status.INTERNAL.withDescription("mock server failed: " + e).withCause(e);
      return new Outcome<>(List.of(), status, new Metadata());
    }
  }

  private void record(Q complete, Outcome<R> outcome) {
    int sessions = 0;
    for (R reply : outcome.replies()) {
      sessions += CallFaults.sessionsCreated(endpoint.rpc(), reply);
    }
    ServerCore core = endpoint.core();
    String session = CallFaults.sessionIn(complete);
    long now = core.clock().nanos();
    Status.Code status = outcome.status().getCode();
    RpcRecord entry =
        new RpcRecord(arrivalNanos, endpoint.rpc(), session, sessions, latencyNanos, now, status);
    core.journal().add(entry);
  }

  private void send(Outcome<R> outcome) {
    Metadata replyHeaders = new Metadata();
    if (endpoint.core().announcesTime()) {
      long millis = TimeUnit.NANOSECONDS.toMillis(latencyNanos + HALF_MILLI_NANOS);
      replyHeaders.put(SERVER_TIMING, "gfet4t7; dur=" + millis);
    }
    call.sendHeaders(replyHeaders);
    ReplyStream<R> stream = new ReplyStream<>(call, outcome);
    replyStream = stream;
    stream.send();
  }

  /**
   * Sends the replies of one call as fast as its client reads them. Unread replies stay in the
   * shared results, so a slow client needs no buffer of its own.
   *
   * <p>The thread that answers the call sends the first replies. Others are sent when gRPC reports
   * that the client is ready again; a monitor keeps the two apart.
   */
  static final class ReplyStream<R> {
    /**
     * How one call ends.
     *
     * @param replies the messages, sent first
     * @param status the status behind them
     * @param trailers the details sent with the status
     */
    record Outcome<R>(List<R> replies, Status status, Metadata trailers) {}

    private final ServerCall<?, R> call;
    private final Outcome<R> outcome;
    private int next;
    private boolean sending;
    private boolean closed;

    ReplyStream(ServerCall<?, R> call, Outcome<R> outcome) {
      this.call = call;
      this.outcome = outcome;
    }

    /** Sends what the client can take, and closes the call after the last reply. */
    synchronized void send() {
      if (sending || closed) {
        // In process, a message may make the client ready while it is being sent.
        return;
      }
      sending = true;
      List<R> replies = outcome.replies();
      try {
        while (next < replies.size() && (next == 0 || call.isReady())) {
          call.sendMessage(replies.get(next++));
        }
        if (next == replies.size()) {
          closed = true;
          call.close(outcome.status(), outcome.trailers());
        }
      } finally {
        sending = false;
      }
    }
  }
}
