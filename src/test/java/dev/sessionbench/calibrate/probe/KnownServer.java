package dev.sessionbench.calibrate.probe;

import dev.sessionbench.calibrate.CostFit;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.model.CostModel;
import dev.sessionbench.model.LatencyProfile;
import dev.sessionbench.model.NormalTime;
import dev.sessionbench.model.Rpc;
import dev.sessionbench.model.SeededDraws;
import dev.sessionbench.model.ServerTime;
import java.util.stream.DoubleStream;

/** A server of known cost: as many of each model, and some of the last of both. */
record KnownServer(String name, long baseNanos, long deviationNanos, CostModel cost) {
  private static final long MILLI = 1_000_000;

  static KnownServer random(int index) {
    long base = 10 * MILLI + SeededDraws.uniform(1, 1, index, 50 * MILLI);
    long perSession = 200_000 + SeededDraws.uniform(1, 2, index, 1_000_000);
    double perOther = 0.2 + SeededDraws.unit(1, 3, index);
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

  /** By which part of the truth the parameter is wrong that is wrong most. */
  double error(CostFit fit) {
    return DoubleStream.of(
            apart(fit.baseNanos(), (double) baseNanos),
            apart((double) fit.model().perSessionNanos(), (double) cost.perSessionNanos()),
            apart(fit.model().perOther(), cost.perOther()))
        .max()
        .orElseThrow();
  }

  private static double apart(double found, double truth) {
    return found == truth ? 0 : Math.abs(found / truth - 1);
  }
}
