package dev.sessionbench.bench.count;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.model.TimeSource.Cancellable;
import dev.sessionbench.bench.client.CallEvents;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Holds every operation at its first RPC, when it has its session, until as many hold one as are
 * wanted; from then on it lets all pass. An operation sends its RPCs on the thread that called the
 * client, so holding that thread holds the session.
 *
 * <p>A pool that does not meet the demand would be waited for without end. So where all callers
 * have come and wait, the client awaits no session, and nothing happens for a while, all are let
 * go. A machine that is merely slow keeps a caller running, or from coming.
 */
final class HeldDemand implements CallEvents, AutoCloseable {
  private static final Set<Rpc> OPERATIONS = Set.of(Rpc.EXECUTE_SQL, Rpc.EXECUTE_STREAMING_SQL);
  private static final Set<Rpc> CREATIONS = Set.of(Rpc.BATCH_CREATE_SESSIONS, Rpc.CREATE_SESSION);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** Looks, not a time: a pause of the whole process is none in which nothing happened. */
  private static final int IDLE_LOOKS = 15;

  private static final Set<Thread.State> AT_WORK =
      Set.of(Thread.State.NEW, Thread.State.RUNNABLE, Thread.State.BLOCKED);

  private final int callers;
  private final List<CountDownLatch> turns;
  private final Set<Thread> come = ConcurrentHashMap.newKeySet();
  private final CountDownLatch met = new CountDownLatch(1);
  private final AtomicInteger holding = new AtomicInteger();
  private final AtomicInteger creating = new AtomicInteger();
  private final AtomicInteger events = new AtomicInteger();
  private volatile Cancellable watch = () -> {};

  /**
   * A holder.
   *
   * @param demand how many sessions are to be held at the same time, at least 1
   * @param callers how many ask for one
   */
  HeldDemand(int demand, int callers) {
    this.callers = callers;
    turns = Stream.generate(() -> new CountDownLatch(1)).limit(demand).toList();
    turns.get(0).countDown();
  }

  /** Begins to watch over the load. */
  void begin() {
    watch = SystemTime.CLOCK.after(LOOK_NANOS, () -> look(events.get(), 0));
  }

  private void look(int before, int idle) {
    int now = events.get();
    int idleLooks = now == before && allWait() ? idle + 1 : 0;
    if (idleLooks == IDLE_LOOKS) {
      letGo();
    } else if (met.getCount() > 0) {
      watch = SystemTime.CLOCK.after(LOOK_NANOS, () -> look(now, idleLooks));
    }
  }

  private boolean allWait() {
    return creating.get() == 0
        && come.size() == callers
        && come.stream().map(Thread::getState).noneMatch(AT_WORK::contains);
  }

  private void letGo() {
    met.countDown();
    turns.forEach(CountDownLatch::countDown);
  }

  /** A caller is about to ask for a session, on this thread. */
  void arrive() {
    come.add(Thread.currentThread());
  }

  /** Waits until as many operations hold their session as come before one, or all are let go. */
  void awaitTurn(int operation) {
    await(turns.get(operation));
  }

  private void hold() {
    events.incrementAndGet();
    int held = holding.incrementAndGet();
    if (held < turns.size()) {
      turns.get(held).countDown();
      await(met);
    } else {
      letGo();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void start(String fullMethodName) {
    if (isOneOf(CREATIONS, fullMethodName)) {
      events.incrementAndGet();
      creating.incrementAndGet();
    } else if (isOneOf(OPERATIONS, fullMethodName)) {
      hold();
    }
  }

  @Override
  public void end(String fullMethodName) {
    if (isOneOf(CREATIONS, fullMethodName)) {
      events.incrementAndGet();
      creating.decrementAndGet();
    }
  }

  private static boolean isOneOf(Set<Rpc> rpcs, String fullMethodName) {
    return Rpc.ofFullMethodName(fullMethodName).filter(rpcs::contains).isPresent();
  }

  @Override
  public void close() {
    letGo();
    watch.cancel();
  }
}
