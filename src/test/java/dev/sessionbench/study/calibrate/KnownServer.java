package dev.sessionbench.study.calibrate;

import dev.sessionbench.base.model.CostModel;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.NormalTime;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.base.model.ServerTime;
import dev.sessionbench.mock.MockServerOptions;
import java.util.stream.DoubleStream;

/** A server of known cost. */
public record KnownServer(String name, long baseNanos, long deviationNanos, CostModel cost) {
  private static final long MILLI = 1_000_000;

  /** One of the servers that a seed draws: four of each model, and half of the last of both. */
  static KnownServer random(long seed, int index) {
    long base = 10 * MILLI + SeededDraws.uniform(seed, 1, index, 50 * MILLI);
    long perSession = 200_000 + SeededDraws.uniform(seed, 2, index, 1_000_000);
    double perOther = 0.2 + SeededDraws.unit(seed, 3, index);
    return switch (index % 3) {
      case 0 -> new KnownServer("flat", base, base / 20, CostModel.FLAT);
      case 1 -> new KnownServer("linear", base, base / 20, new CostModel(perSession, 0));
      default ->
          index / 3 % 2 == 0
              ? new KnownServer("contended", base, base / 20, new CostModel(0, perOther))
              : new KnownServer(
                  "linear and contended", base, base / 20, new CostModel(perSession, perOther));
    };
  }

  MockServerOptions options() {
    LatencyProfile times = LatencyProfile.none();
    for (Rpc rpc : Rpc.values()) {
      times = times.with(rpc, ServerTime.ofMillis(2, 2));
    }
    return MockServerOptions.defaults()
        .withLatencies(
            times.with(Rpc.BATCH_CREATE_SESSIONS, new NormalTime(baseNanos, deviationNanos)))
        .withCostModel(cost)
        .withSeed(baseNanos)
        .withJournalCapacity(100_000);
  }

  /** By which part of the truth the parameter is wrong that is wrong most; at most all of it. */
  double error(CostFit fit) {
    return error((double) baseNanos, cost, fit);
  }

  /** The same of a server whose base is known otherwise. */
  public static double error(double baseNanos, CostModel cost, CostFit fit) {
    return DoubleStream.of(
            apart(fit.baseNanos(), baseNanos),
            apart((double) fit.model().perSessionNanos(), (double) cost.perSessionNanos()),
            apart(fit.model().perOther(), cost.perOther()))
        .max()
        .orElseThrow();
  }

  private static double apart(double found, double truth) {
    return found == truth ? 0 : Math.min(1, Math.abs(found / truth - 1));
  }
}
