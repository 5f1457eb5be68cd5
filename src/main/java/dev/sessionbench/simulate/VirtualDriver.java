package dev.sessionbench.simulate;

import dev.sessionbench.load.LoadPlan;
import dev.sessionbench.load.Operation;
import dev.sessionbench.load.OperationTimes;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Plays a load on a pool in virtual time, as its callers would if nothing took them any time. */
public final class VirtualDriver {
  private final VirtualTime time;
  private final LoadPlan plan;
  private final VirtualPool pool;
  private final ToLongFunction<Operation> serviceNanos;
  private final @Nullable OperationTimes[] log;
  private int nextOperation;

  /**
   * A driver for one load.
   *
   * @param time in which it is played, from 0 on, and in which the pool lives
   * @param plan the load
   * @param pool what it is put on
   * @param serviceNanos how long the RPCs of an operation take, in nanoseconds, at least 0
   */
  public VirtualDriver(
      VirtualTime time, LoadPlan plan, VirtualPool pool, ToLongFunction<Operation> serviceNanos) {
    this.time = time;
    this.plan = plan;
    this.pool = pool;
    this.serviceNanos = serviceNanos;
    this.log = new OperationTimes[plan.size()];
  }

  /**
   * Plays the load to its end. May be called once.
   *
   * @return when each operation wanted its session, had it, and gave it back, in the load's order;
   *     those are left out for which there never was a session
   */
  public List<OperationTimes> play() {
    for (int caller = 0; caller < plan.callers(); caller++) {
      time.after(0, this::takeNext);
    }
    time.run();
    return Arrays.stream(log).filter(Objects::nonNull).toList();
  }

  private void takeNext() {
    if (nextOperation < plan.size()) {
      int position = nextOperation++;
      Operation operation = plan.operation(position);
      long untilArrival = Math.max(0, operation.arrivalNanos() - time.nanos());
      time.after(untilArrival + operation.thinkNanos(), () -> want(position, operation));
    }
  }

  private void want(int position, Operation operation) {
    long wanted = time.nanos();
    long useNanos = serviceNanos.applyAsLong(operation) + operation.holdNanos();
    pool.acquire(
        () -> {
          long acquired = time.nanos();
          time.after(useNanos, () -> end(position, operation.keeps(), wanted, acquired));
        });
  }

  private void end(int position, boolean keeps, long wanted, long acquired) {
    long released = keeps ? OperationTimes.NEVER : time.nanos();
    log[position] = new OperationTimes(wanted, acquired, released);
    if (!keeps) {
      pool.release();
    }
    takeNext();
  }
}
