package dev.sessionbench.simulate;

import dev.sessionbench.load.LoadPlan;
import dev.sessionbench.load.Operation;
import dev.sessionbench.load.OperationTimes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/** Plays a load on a pool in virtual time, as its callers would if nothing took them any time. */
public final class VirtualDriver {
  private final VirtualTime time;
  private final LoadPlan plan;
  private final VirtualPool pool;
  private final ToLongFunction<Operation> serviceNanos;
  private final List<Ended> log = new ArrayList<>();
  private final long startNanos;
  private int nextOperation;

  private record Ended(int position, OperationTimes times) {}

  private VirtualDriver(
      VirtualTime time,
      LoadPlan plan,
      VirtualPool pool,
      ToLongFunction<Operation> serviceNanos) {
    this.time = time;
    this.plan = plan;
    this.pool = pool;
    this.serviceNanos = serviceNanos;
    this.startNanos = time.nanos();
  }

  /**
   * Plays a load to its end.
   *
   * @param time in which it is played, and in which the pool lives
   * @param plan the load
   * @param pool what it is put on
   * @param serviceNanos how long the RPCs of an operation take, in nanoseconds, at least 0
   * @return when each operation wanted its session, had it, and gave it back, in the load's order;
   *     those are left out for which there never was a session
   */
  public static List<OperationTimes> play(
      VirtualTime time,
      LoadPlan plan,
      VirtualPool pool,
      ToLongFunction<Operation> serviceNanos) {
    VirtualDriver driver = new VirtualDriver(time, plan, pool, serviceNanos);
    for (int caller = 0; caller < plan.callers(); caller++) {
      time.after(0, driver::takeNext);
    }
    time.run();
    return driver.log.stream()
        .sorted(Comparator.comparingInt(Ended::position))
        .map(Ended::times)
        .toList();
  }

  private void takeNext() {
    if (nextOperation < plan.size()) {
      int position = nextOperation++;
      Operation operation = plan.operation(position);
      long untilArrival = Math.max(0, operation.arrivalNanos() - (time.nanos() - startNanos));
      time.after(untilArrival + operation.thinkNanos(), () -> want(position, operation));
    }
  }

  private void want(int position, Operation operation) {
    long wanted = time.nanos();
    pool.acquire(
        () -> {
          long acquired = time.nanos();
          time.after(
              serviceNanos.applyAsLong(operation) + operation.holdNanos(),
              () -> end(position, operation, wanted, acquired));
        });
  }

  private void end(int position, Operation operation, long wanted, long acquired) {
    long released = operation.keeps() ? OperationTimes.NEVER : time.nanos();
    log.add(new Ended(position, new OperationTimes(wanted, acquired, released)));
    if (!operation.keeps()) {
      pool.release();
    }
    takeNext();
  }
}
