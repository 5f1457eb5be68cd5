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
import org.jspecify.annotations.Nullable;

/**
 * Plays a load on a pool in virtual time, as its callers would if nothing took them any time.
 *
 * <p>With its session a read sends one ExecuteStreamingSql and then holds the row; a write sends an
 * ExecuteSql, which begins its transaction, and a Commit.
 */
public final class VirtualDriver {
  private final VirtualTime time;
  private final LoadPlan plan;
  private final ReferencePool<Session> pool;
  private final SimulatedService service;
  private final Listener listener;
  private long startNanos;
  private int nextOperation;
  private int callersAtWork;

  /** Hears what comes of the operations. */
  public interface Listener {
    /**
     * One has ended.
     *
     * @param times its moments, in virtual time
     */
    void ended(OperationTimes times);

    /** All have. */
    void allEnded();
  }

  /**
   * A driver for one load.
   *
   * @param time in which it is played, and in which the pool lives
   * @param plan the load
   * @param pool what it is put on
   * @param service what its operations call
   * @param listener hears what comes of them
   */
  public VirtualDriver(
      VirtualTime time,
      LoadPlan plan,
      ReferencePool<Session> pool,
      SimulatedService service,
      Listener listener) {
    this.time = time;
    this.plan = plan;
    this.pool = pool;
    this.service = service;
    this.listener = listener;
  }

  /** Starts the load now; it is played as time runs. May be called once. */
  public void start() {
    startNanos = time.nanos();
    callersAtWork = plan.callers();
    if (callersAtWork == 0) {
      listener.allEnded();
    }
    for (int caller = 0; caller < plan.callers(); caller++) {
      new Caller().takeNext();
    }
  }

  /** One who takes operations, and what the next step of the one at hand is. */
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
          listener.allEnded();
        }
        return;
      }
      Operation taken = plan.operation(nextOperation++);
      operation = taken;
      long arrival = startNanos + taken.arrivalNanos();
      long untilArrival = Math.max(0, arrival - time.nanos());
      // Who is late for an arrival has made somebody wait since then.
      wantedNanos =
          (taken.arrivalNanos() > 0 ? arrival : time.nanos() + untilArrival) + taken.thinkNanos();
      next = Step.ASK;
      time.after(Math.max(0, wantedNanos - time.nanos()), this);
    }

    @Override
    public void run() {
      next.take(this);
    }

    @Override
    public void acquired(PooledSession<Session> lent) {
      session = lent;
      acquiredNanos = time.nanos();
      boolean write = current().kind() == Kind.WRITE;
      next = write ? Step.COMMIT : Step.HOLD;
      service.call(write ? Rpc.EXECUTE_SQL : Rpc.EXECUTE_STREAMING_SQL, this);
    }

    @Override
    public void refused(String why) {
      listener.ended(
          new OperationTimes(wantedNanos, OperationTimes.NEVER, time.nanos(), /* failed= */ true));
      takeNext();
    }

    private void ask() {
      pool.acquire(this);
    }

    private void commit() {
      next = Step.END;
      service.call(Rpc.COMMIT, this);
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
      listener.ended(
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
    ASK {
      @Override
      void take(Caller caller) {
        caller.ask();
      }
    },
    COMMIT {
      @Override
      void take(Caller caller) {
        caller.commit();
      }
    },
    HOLD {
      @Override
      void take(Caller caller) {
        caller.hold();
      }
    },
    END {
      @Override
      void take(Caller caller) {
        caller.end();
      }
    };

    abstract void take(Caller caller);
  }
}
