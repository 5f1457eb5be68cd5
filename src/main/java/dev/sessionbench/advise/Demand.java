package dev.sessionbench.advise;

import dev.sessionbench.fault.FaultPlan;
import dev.sessionbench.load.LoadPlan;
import dev.sessionbench.load.OpenLoop;
import dev.sessionbench.load.Operation;
import dev.sessionbench.load.Operation.Kind;
import dev.sessionbench.model.CostModel;
import dev.sessionbench.model.LatencyProfile;
import dev.sessionbench.model.PoolShape;
import dev.sessionbench.model.Rpc;
import dev.sessionbench.model.ServerTime;
import dev.sessionbench.model.SimulatedTime;
import dev.sessionbench.pool.PoolOptions;
import dev.sessionbench.simulate.Costs;
import dev.sessionbench.simulate.Simulation;
import dev.sessionbench.strategy.GrowthStrategy;
import dev.sessionbench.strategy.Limits;
import dev.sessionbench.text.Numbers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What an application asks of a pool, and what sessions cost: callers who come at random at a rate,
 * each of whom holds a session for the same time, and once, in the middle of it, as many more at
 * one moment as bring those who hold or want a session to the peak.
 *
 * @param peak sessions wanted at the same time, at least 1
 * @param ratePerSecond callers a second; 0 for the peak alone
 * @param holdNanos how long a caller has its session, in nanoseconds
 * @param createNanos how long a request for sessions takes, in nanoseconds
 * @param perSessionNanos how much longer for each session, in nanoseconds
 * @param limits the pool's bounds
 * @param timeoutNanos how long a caller waits, in nanoseconds, at least 1
 */
record Demand(
    int peak,
    double ratePerSecond,
    double holdNanos,
    double createNanos,
    double perSessionNanos,
    Limits limits,
    long timeoutNanos) {
  private static final double NANOS_PER_SECOND = 1e9;

  /** Enough for a 99th percentile, few enough for hundreds of simulations. */
  private static final double OPERATIONS = 1_000;

  /** The pool is to be at rest again after the load has begun, and after the peak. */
  private static final double HOLDS = 10;

  private static final double MOST_OPERATIONS = 30_000;

  /** Sessions in use on average, by Little's law ("A Proof for the Queuing Formula", 1961). */
  double meanInUse() {
    return ratePerSecond * holdNanos / NANOS_PER_SECOND;
  }

  /** What costs are weighed in. */
  Costs.Units units() {
    return new Costs.Units(peak, (createNanos + perSessionNanos) / 1e6);
  }

  private double expected() {
    return Math.max(OPERATIONS, HOLDS * meanInUse());
  }

  /** Why no pool of these bounds can ever serve it; nothing where one can. */
  Optional<String> hopeless() {
    if (meanInUse() >= limits.maxSessions()) {
      return Optional.of(
          "%s callers a second who hold for %s ms use %s sessions on average, which %d can never serve"
              .formatted(
                  Numbers.label(ratePerSecond),
                  Numbers.label(holdNanos / 1e6),
                  Numbers.label(meanInUse()),
                  limits.maxSessions()));
    }
    if (expected() > MOST_OPERATIONS) {
      return Optional.of(
          "%s sessions in use on average need more than %.0f operations to simulate: must be at most %.0f"
              .formatted(Numbers.label(meanInUse()), MOST_OPERATIONS, MOST_OPERATIONS / HOLDS));
    }
    return Optional.empty();
  }

  /** The load, as the seed decides it. */
  LoadPlan load(long seed) {
    int more = (int) Math.max(0, Math.round(peak - meanInUse()));
    if (ratePerSecond == 0) {
      return burst(more);
    }
    long lasts = Math.round(expected() / ratePerSecond * NANOS_PER_SECOND);
    LoadPlan steady =
        OpenLoop.poisson(ratePerSecond, lasts, OpenLoop.Hold.FIXED, Math.round(holdNanos), seed);
    return new LoadPlan(
        steady.size() + more,
        steady.size() + more,
        i -> i < steady.size() ? steady.operation(i) : caller(lasts / 2));
  }

  private LoadPlan burst(int callers) {
    return new LoadPlan(callers, callers, i -> caller(0));
  }

  private Operation caller(long arrivalNanos) {
    return new Operation(Kind.READ, arrivalNanos, 0, Math.round(holdNanos), /* keeps= */ false);
  }

  /** This load on a pool of a rule. */
  Simulation on(Supplier<GrowthStrategy> rule, long seed) {
    LatencyProfile times =
        new LatencyProfile(
            Map.of(Rpc.BATCH_CREATE_SESSIONS, new ServerTime(Math.round(createNanos), 0, 1)),
            // The cost model knows one time for each session, which it scales by this.
            perSessionNanos / CostModel.NANOS_PER_SESSION);
    return new Simulation(
        List.of(load(seed)),
        PoolOptions.waiting(limits, timeoutNanos),
        rule,
        Optional::empty,
        new SimulatedTime(times, CostModel.LINEAR, seed, PoolShape.SERVICE_BATCH_LIMIT),
        FaultPlan.NONE,
        /* fillsFirst= */ true,
        1);
  }

  /** An input that may have been guessed wrong. */
  enum Input {
    /** See {@link Demand#peak}. */
    PEAK,
    /** See {@link Demand#ratePerSecond}. */
    RATE,
    /** See {@link Demand#holdNanos}. */
    HOLD,
    /** See {@link Demand#createNanos}, and with it what each session adds. */
    CREATE
  }

  /** The same with one input other than guessed. */
  Demand with(Input input, double factor) {
    return new Demand(
        input == Input.PEAK ? (int) Math.max(1, Math.round(peak * factor)) : peak,
        input == Input.RATE ? ratePerSecond * factor : ratePerSecond,
        input == Input.HOLD ? holdNanos * factor : holdNanos,
        input == Input.CREATE ? createNanos * factor : createNanos,
        input == Input.CREATE ? perSessionNanos * factor : perSessionNanos,
        limits,
        timeoutNanos);
  }
}
