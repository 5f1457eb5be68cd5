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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Plays a load on a pool in virtual time; callers themselves take no time.
 *
 * <p>With its session a read sends one ExecuteStreamingSql and then holds the row. A write sends an
 * ExecuteSql, which begins its transaction, and a Commit.
 */
final class VirtualDriver {
  private final VirtualTime time;
  private final LoadPlan plan;
  private final ReferencePool<Session> pool;
  private final SimulatedService service;
  private final Consumer<OperationTimes> ended;
  private final Runnable allEnded;
  private long startNanos;
  private int nextOperation;
  private int callersAtWork;

  /**
   * A driver for one load.
   *
   * @param time the clock of the load and the pool
   * @param plan the load
   * @param pool the pool that serves it
   * @param service serves its operations
   * @param ended receives the moments of each operation that has ended, in virtual time
   * @param allEnded run when all operations have ended
   */
  VirtualDriver(
      VirtualTime time,
      LoadPlan plan,
      ReferencePool<Session> pool,
      SimulatedService service,
      Consumer<OperationTimes> ended,
      Runnable allEnded) {
    this.time = time;
    this.plan = plan;
    this.pool = pool;
    this.service = service;
    this.ended = ended;
    this.allEnded = allEnded;
  }

  /** Starts the load now; it plays as time runs. May be called once. */
  void start() {
    startNanos = time.nanos();
    callersAtWork = plan.callers();
    if (callersAtWork == 0) {
      allEnded.run();
    }
    for (int caller = 0; caller < plan.callers(); caller++) {
      new Caller().takeNext();
    }
  }

  /** A caller that takes operations, one after the other. */
  private final class Caller implements Borrower<Session> {
    private @Nullable Operation operation;
    private @Nullable PooledSession<Session> session;
    private long wantedNanos;
    private long acquiredNanos;

    void takeNext() {
      if (nextOperation >= plan.size()) {
        callersAtWork--;
        if (callersAtWork == 0) {
          allEnded.run();
        }
        return;
      }
      Operation taken = plan.operation(nextOperation++);
      operation = taken;
      long arrival = startNanos + taken.arrivalNanos();
      long untilArrival = Math.max(0, arrival - time.nanos());
      // A caller that is late for an arrival has kept it waiting since then.
      wantedNanos =
          (taken.arrivalNanos() > 0 ? arrival : time.nanos() + untilArrival) + taken.thinkNanos();
      time.after(Math.max(0, wantedNanos - time.nanos()), this::ask);
    }

    private void ask() {
      pool.acquire(this);
    }

    @Override
    public void acquired(PooledSession<Session> lent) {
      session = lent;
      acquiredNanos = time.nanos();
      if (current().kind() == Kind.WRITE) {
        service.call(Rpc.EXECUTE_SQL, this::commit);
      } else {
        service.call(Rpc.EXECUTE_STREAMING_SQL, this::hold);
      }
    }

    @Override
    public void refused(String why) {
      ended.accept(
          new OperationTimes(wantedNanos, OperationTimes.NEVER, time.nanos(), /* failed= */ true));
      takeNext();
    }

    private void commit() {
      service.call(Rpc.COMMIT, this::end);
    }

    private void hold() {
      if (current().holdNanos() > 0) {
        time.after(current().holdNanos(), this::end);
      } else {
        end();
      }
    }

    private void end() {
      boolean keeps = current().keeps();
      ended.accept(
          new OperationTimes(
              wantedNanos, acquiredNanos, keeps ? OperationTimes.NEVER : time.nanos()));
      PooledSession<Session> lent = session;
      session = null;
      if (!keeps && lent != null) {
        pool.release(lent);
      }
      takeNext();
    }

    private Operation current() {
      return Objects.requireNonNull(operation);
    }
  }
}
