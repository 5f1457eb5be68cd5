package dev.sessionbench.lab.simulate;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.bench.load.LoadPlan;
import dev.sessionbench.bench.load.Operation;
import dev.sessionbench.bench.load.Operation.Kind;
import dev.sessionbench.bench.load.OperationTimes;
import dev.sessionbench.lab.pool.ReferencePool;
import dev.sessionbench.lab.pool.ReferencePool.Borrower;
import dev.sessionbench.lab.pool.ReferencePool.PooledSession;
import dev.sessionbench.lab.simulate.SimulatedService.Session;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Plays a load on a pool in virtual time; callers themselves take no time.
 *
 * <p>With its session a read sends one ExecuteStreamingSql and then holds the row. A write sends an
 * ExecuteSql, which begins its transaction, and a Commit.
 *
 * @param time the clock of the load and the pool
 * @param plan the load
 * @param pool the pool that serves it
 * @param service serves its operations
 * @param ended receives the moments of each operation that has ended, in virtual time
 */
record VirtualDriver(
    VirtualTime time,
    LoadPlan plan,
    ReferencePool<Session> pool,
    SimulatedService service,
    Consumer<OperationTimes> ended) {
  /** Starts the load now; it plays as time runs. */
  void start() {
    AtomicInteger next = new AtomicInteger();
    for (int caller = 0; caller < plan.callers(); caller++) {
      new Caller(next, time.nanos()).takeNext();
    }
  }

  /** A caller that takes operations, one after the other. */
  private final class Caller implements Borrower<Session> {
    private final AtomicInteger next;
    private final long startNanos;
    private @Nullable Operation operation;
    private long wantedNanos;

    Caller(AtomicInteger next, long startNanos) {
      this.next = next;
      this.startNanos = startNanos;
    }

    void takeNext() {
      int position = next.getAndIncrement();
      if (position >= plan.size()) {
        return;
      }
      Operation taken = plan.operation(position);
      operation = taken;
      // A caller that is late for an arrival has kept it waiting since then.
      long arrival = taken.arrivalNanos() > 0 ? startNanos + taken.arrivalNanos() : time.nanos();
      wantedNanos = arrival + taken.thinkNanos();
      time.after(Math.max(0, wantedNanos - time.nanos()), () -> pool.acquire(this));
    }

    @Override
    public void acquired(PooledSession<Session> lent) {
      Operation taken = Objects.requireNonNull(operation);
      long acquiredNanos = time.nanos();
      Runnable end = () -> end(lent, acquiredNanos, taken.keeps());
      if (taken.kind() == Kind.WRITE) {
        service.call(Rpc.EXECUTE_SQL, () -> service.call(Rpc.COMMIT, end));
      } else if (taken.holdNanos() == 0) {
        service.call(Rpc.EXECUTE_STREAMING_SQL, end);
      } else {
        service.call(Rpc.EXECUTE_STREAMING_SQL, () -> time.after(taken.holdNanos(), end));
      }
    }

    @Override
    public void refused(String why) {
      ended.accept(
          new OperationTimes(wantedNanos, OperationTimes.NEVER, time.nanos(), /* failed= */ true));
      takeNext();
    }

    private void end(PooledSession<Session> lent, long acquiredNanos, boolean keeps) {
      long released = keeps ? OperationTimes.NEVER : time.nanos();
      ended.accept(new OperationTimes(wantedNanos, acquiredNanos, released));
      if (!keeps) {
        pool.release(lent);
      }
      takeNext();
    }
  }
}
