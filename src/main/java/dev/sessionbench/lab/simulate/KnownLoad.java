package dev.sessionbench.lab.simulate;

import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.SimulatedTime;
import dev.sessionbench.bench.load.LoadPlan;
import dev.sessionbench.bench.load.Operation;
import dev.sessionbench.lab.strategy.Foresight;
import dev.sessionbench.lab.strategy.Foresight.Use;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** What a bound may know of a load: all of one whose operations come whatever becomes of others. */
final class KnownLoad {
  private static final int LOOKED_AT = 1_000;

  private KnownLoad() {}

  /**
   * The uses of sessions that a load makes if nobody waits.
   *
   * @param load the load
   * @param startNanos when it begins, in nanoseconds from the opening of the pool
   * @param service decides how long an operation's RPC takes: the n-th to come has the n-th draw
   * @param timeScale what the service's times have been multiplied by, and the load's have not
   * @return nothing known where callers do one thing after the other, as then waits decide
   */
  static Foresight of(LoadPlan load, long startNanos, SimulatedTime service, int timeScale) {
    boolean open =
        load.open()
            && IntStream.range(0, load.size())
                .mapToObj(load::operation)
                .allMatch(o -> o.kind() == Operation.Kind.READ && !o.keeps());
    if (!open) {
      return Foresight.NONE;
    }
    int[] byArrival =
        IntStream.range(0, load.size())
            .boxed()
            .sorted((a, b) -> Long.compare(wantedNanos(load, a), wantedNanos(load, b)))
            .mapToInt(i -> i)
            .toArray();
    List<Use> uses =
        IntStream.range(0, load.size())
            .mapToObj(
                n ->
                    new Use(
                        startNanos + wantedNanos(load, byArrival[n]),
                        service.nanos(Rpc.EXECUTE_STREAMING_SQL, n, 0, 1) / timeScale
                            + load.operation(byArrival[n]).holdNanos()))
            .toList();
    return new Foresight(uses, longestCreationNanos(service) / timeScale);
  }

  private static long wantedNanos(LoadPlan load, int i) {
    return load.operation(i).arrivalNanos() + load.operation(i).thinkNanos();
  }

  private static long longestCreationNanos(SimulatedTime service) {
    return LongStream.range(0, LOOKED_AT)
        .map(
            i ->
                service.nanos(
                    Rpc.BATCH_CREATE_SESSIONS,
                    i,
                    PoolShape.SERVICE_BATCH_LIMIT,
                    /* inProgress= */ 1))
        .max()
        .orElse(0);
  }
}
