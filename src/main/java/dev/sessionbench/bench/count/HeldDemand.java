package dev.sessionbench.bench.count;

import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.model.TimeSource.Cancellable;
import dev.sessionbench.bench.client.CallEvents;
import dev.sessionbench.bench.load.LoadPlan;
import dev.sessionbench.bench.load.Operation;
import dev.sessionbench.bench.load.Workload;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * Makes the demand of a load certain. It holds every operation at its first RPC until as many
 * operations have a session as are wanted. From then on it lets all pass. An operation sends its
 * RPCs on the thread that called the client, so holding that thread holds the session.
 *
 * <p>A pool that does not meet the demand must not block the run for ever. So all operations pass
 * once all callers wait, no request for sessions is in progress, and nothing happens for a while.
 * On a machine that is merely slow, a caller still runs or has not come yet.
 */
final class HeldDemand implements CallEvents, AutoCloseable {
  private static final Set<Rpc> CREATIONS = Set.of(Rpc.BATCH_CREATE_SESSIONS, Rpc.CREATE_SESSION);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** Counted in looks, not in time, because a pause of the whole process is no sign of rest. */
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
   * Holds the operations of one load.
   *
   * @param demand how many sessions are to be held at the same time, at least 1
   * @param callers how many callers ask for a session
   */
  HeldDemand(int demand, int callers) {
    this.callers = callers;
    turns = Stream.generate(() -> new CountDownLatch(1)).limit(demand).toList();
    turns.get(0).countDown();
  }

  /** Begins to watch the load. */
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

  /** A caller is about to ask for a session on this thread. */
  void arrive() {
    come.add(Thread.currentThread());
  }

  /** Waits until all earlier operations hold their session, or all are let go. */
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
    } else if (isOneOf(Counts.STATEMENTS, fullMethodName)) {
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

  /**
   * A load without its waits, whose demand is certain on any machine. Every caller asks once,
   * immediately. {@link HeldDemand} lets no caller release its session before the demand is met. So
   * the counts depend only on the pool's strategy. The callers of the steady increase come one
   * after the other, each when the one before has its session.
   *
   * <p>A demand below the maximum is a percentage of the maximum plus {@value #BEYOND}. Without
   * that addition, a step that divides the growth causes a race. The last caller may find an idle
   * session or ask for another step. For example, take a pool of 100 that grows by 25 for 200
   * callers. It makes four requests if the sessions of the third have come when the hundredth of
   * those callers asks, else five. No usual step divides the growth plus {@value #BEYOND}.
   *
   * @param callers how many callers make one operation each
   * @param operations the operation of each caller
   * @param demand sessions that are to be held at the same time
   * @param inTurn whether each caller asks when the one before it has its session
   */
  record CountedLoad(int callers, IntFunction<Operation> operations, int demand, boolean inTurn) {
    /** Sessions wanted in addition to a percentage of the maximum. */
    static final int BEYOND = 3;

    /** The load of a cell on a pool. */
    static CountedLoad of(CountCell cell, PoolShape shape, long seed) {
      Workload workload = cell.workload().orElseThrow();
      int max = shape.maxSessions();
      boolean full = cell.percent() == CountCell.FULL;
      int demand = full ? max : Math.min(max, max * cell.percent() / CountCell.FULL + BEYOND);
      boolean steady = workload == Workload.STEADY_INCREASE;
      // The callers beyond the maximum wait until a session is released.
      int operations = full && !steady ? max + BEYOND : demand;
      LoadPlan waiting = workload.plan(workload.size(max, operations, Workload.DEFAULT, seed));
      return new CountedLoad(operations, i -> withoutWaits(waiting.operation(i)), demand, steady);
    }

    private static Operation withoutWaits(Operation operation) {
      return new Operation(operation.kind(), 0, 0, 0, /* keeps= */ false);
    }

    /**
     * The load as it is played. If callers come in turn, the caller of operation n waits until the
     * n operations before it hold their sessions.
     */
    LoadPlan heldBy(HeldDemand held) {
      IntFunction<Operation> atItsTurn =
          i -> {
            held.arrive();
            if (inTurn) {
              held.awaitTurn(i);
            }
            return operations.apply(i);
          };
      return new LoadPlan(callers, callers, atItsTurn);
    }
  }
}
