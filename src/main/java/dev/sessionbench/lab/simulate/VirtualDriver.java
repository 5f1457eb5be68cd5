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

  /** A caller that takes operations, with the next step of its current one. */
  private final class Caller implements Runnable, Borrower<Session> {
    private Step next = Step.ASK;
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
      next = Step.ASK;
      time.after(Math.max(0, wantedNanos - time.nanos()), this);
    }

    @Override
    public void run() {
      switch (next) {
        case ASK -> pool.acquire(this);
        case COMMIT -> call(Step.END, Rpc.COMMIT);
        case HOLD -> hold();
        case END -> end();
      }
    }

    @Override
    public void acquired(PooledSession<Session> lent) {
      session = lent;
      acquiredNanos = time.nanos();
      boolean write = current().kind() == Kind.WRITE;
      call(write ? Step.COMMIT : Step.HOLD, write ? Rpc.EXECUTE_SQL : Rpc.EXECUTE_STREAMING_SQL);
    }

    @Override
    public void refused(String why) {
      ended.accept(
          new OperationTimes(wantedNanos, OperationTimes.NEVER, time.nanos(), /* failed= */ true));
      takeNext();
    }

    private void call(Step then, Rpc rpc) {
      next = then;
      service.call(rpc, this);
    }

    private void hold() {
      next = Step.END;
      if (current().holdNanos() > 0) {
        time.after(current().holdNanos(), this);
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
      if (operation == null) {
        throw new IllegalStateException("no operation is at hand");
      }
      return operation;
    }
  }

  /** The steps of an operation. */
  private enum Step {
    ASK,
    COMMIT,
    HOLD,
    END
  }
}
