package dev.sessionbench.count;

import dev.sessionbench.model.Rpc;
import dev.sessionbench.model.SystemTime;
import dev.sessionbench.model.TimeSource.Cancellable;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Holds every operation at its first RPC, when it has its session, until as many hold one as are
 * wanted; from then on it lets all pass. An operation sends its RPCs on the thread that called the
 * client, so holding that thread holds the session.
 *
 * <p>A pool that does not meet the demand would be waited for without end. So where nothing has
 * happened for a while, and the client awaits no session, all are let go; and callers that keep
 * their sessions, so that letting them go gives none back, are interrupted.
 */
final class HeldDemand implements ClientInterceptor, AutoCloseable {
  private static final Set<Rpc> OPERATIONS = Set.of(Rpc.EXECUTE_SQL, Rpc.EXECUTE_STREAMING_SQL);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private final int demand;
  private final boolean kept;
  private final AtomicInteger holding = new AtomicInteger();
  private final AtomicInteger creating = new AtomicInteger();
  private final CountDownLatch met = new CountDownLatch(1);
  private final Set<Thread> callers = ConcurrentHashMap.newKeySet();
  private volatile long lastNanos;
  private volatile boolean ended;
  private volatile Cancellable watch = () -> {};

  /**
   * A holder.
   *
   * @param demand how many sessions are to be held at the same time
   * @param kept whether the load itself keeps them, so that nobody needs to be held
   */
  HeldDemand(int demand, boolean kept) {
    this.demand = demand;
    this.kept = kept;
  }

  /** Begins to watch over the load. */
  void begin() {
    touch();
    look();
  }

  /** How many operations have had a session at the same time. */
  int held() {
    return Math.min(demand, holding.get());
  }

  private void look() {
    if (ended || met.getCount() == 0) {
      return;
    }
    if (creating.get() == 0 && SystemTime.CLOCK.nanos() - lastNanos > PATIENCE_NANOS) {
      met.countDown();
      if (kept) {
        callers.forEach(Thread::interrupt);
      }
      return;
    }
    watch = SystemTime.CLOCK.after(LOOK_NANOS, this::look);
  }

  private void touch() {
    lastNanos = SystemTime.CLOCK.nanos();
  }

  private void hold() {
    touch();
    if (kept) {
      callers.add(Thread.currentThread());
    }
    if (holding.incrementAndGet() >= demand) {
      met.countDown();
    }
    try {
      if (!kept) {
        met.await();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public <Q, R> ClientCall<Q, R> interceptCall(
      MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
    ClientCall<Q, R> call = next.newCall(method, options);
    Rpc rpc = Rpc.ofFullMethodName(method.getFullMethodName()).orElse(Rpc.GET_SESSION);
    if (rpc == Rpc.BATCH_CREATE_SESSIONS) {
      return new Creating<>(call);
    }
    return OPERATIONS.contains(rpc) ? new Holding<>(call) : call;
  }

  @Override
  public void close() {
    ended = true;
    watch.cancel();
    met.countDown();
  }

  private final class Holding<Q, R> extends SimpleForwardingClientCall<Q, R> {
    Holding(ClientCall<Q, R> call) {
      super(call);
    }

    @Override
    public void start(Listener<R> listener, Metadata headers) {
      hold();
      super.start(listener, headers);
    }
  }

  private final class Creating<Q, R> extends SimpleForwardingClientCall<Q, R> {
    Creating(ClientCall<Q, R> call) {
      super(call);
    }

    @Override
    public void start(Listener<R> listener, Metadata headers) {
      touch();
      creating.incrementAndGet();
      super.start(
          new SimpleForwardingClientCallListener<>(listener) {
            @Override
            public void onClose(Status status, Metadata trailers) {
              touch();
              creating.decrementAndGet();
              super.onClose(status, trailers);
            }
          },
          headers);
    }
  }
}
