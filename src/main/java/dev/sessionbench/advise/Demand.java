package dev.sessionbench.advise;

import dev.sessionbench.fault.FaultPlan;
import dev.sessionbench.load.LoadPlan;
import dev.sessionbench.load.OpenLoop;
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
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * What an application asks of a pool, and what sessions cost: callers who come at random at a rate,
 * each of whom holds a session for the same time, and once, in the middle of it, as many more at
 * one moment as bring those who hold or want a session to the peak.
 *
 * @param peak sessions wanted at the same time, at least 1
 * @param ratePerSecond callers a second; 0 for the peak alone
 * @param holdNanos how long a caller has its session, in nanoseconds
 * @param creation how long a request for sessions takes; its seed does not matter
 * @param limits the pool's bounds
 * @param timeoutNanos how long a caller waits, in nanoseconds, at least 1
 */
record Demand(
    int peak,
    double ratePerSecond,
    double holdNanos,
    SimulatedTime creation,
    Limits limits,
    long timeoutNanos) {
  private static final double NANOS_PER_SECOND = 1e9;

  /** Enough for a 99th percentile, few enough for hundreds of simulations. */
  private static final double OPERATIONS = 1_000;

  /** The pool is to be at rest again after the load has begun, and after the peak. */
  private static final double HOLDS = 10;

  private static final double MOST_OPERATIONS = 30_000;

  private static final int DRAWS = 100;

  /**
   * The same, where a request takes always as long.
   *
   * @param createNanos how long, in nanoseconds
   * @param perSessionNanos how much longer for each session, in nanoseconds
   */
  Demand(
      int peak,
      double ratePerSecond,
      double holdNanos,
      double createNanos,
      double perSessionNanos,
      Limits limits,
      long timeoutNanos) {
    this(
        peak,
        ratePerSecond,
        holdNanos,
        new SimulatedTime(
            LatencyProfile.none()
                .with(Rpc.BATCH_CREATE_SESSIONS, new ServerTime(Math.round(createNanos), 0, 1)),
            new CostModel(Math.round(perSessionNanos), 0),
            0,
            PoolShape.SERVICE_BATCH_LIMIT),
        limits,
        timeoutNanos);
  }

  /** Sessions in use on average, by Little's law ("A Proof for the Queuing Formula", 1961). */
  double meanInUse() {
    return ratePerSecond * holdNanos / NANOS_PER_SECOND;
  }

  /** What a request takes on a server of these times: those of other methods are the load's. */
  static SimulatedTime creation(SimulatedTime server) {
    return new SimulatedTime(
        LatencyProfile.none()
            .with(Rpc.BATCH_CREATE_SESSIONS, server.latencies().time(Rpc.BATCH_CREATE_SESSIONS)),
        server.costModel(),
        0,
        server.batchLimit());
  }

  private SimulatedTime creation(double factor) {
    return new SimulatedTime(
        creation.latencies().scaled(factor), creation.costModel(), 0, creation.batchLimit());
  }

  /** What costs are weighed in. */
  Costs.Units units() {
    return new Costs.Units(peak, meanCreationNanos() / 1e6);
  }

  private double meanCreationNanos() {
    return LongStream.range(0, DRAWS)
        .map(i -> creation.nanos(Rpc.BATCH_CREATE_SESSIONS, i, 1, 1))
        .average()
        .orElseThrow();
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

  /** How long callers come, in nanoseconds; 0 where there is the peak alone. */
  private long lastsNanos() {
    return ratePerSecond == 0 ? 0 : Math.round(expected() / ratePerSecond * NANOS_PER_SECOND);
  }

  /** How many come at one moment. */
  private int more() {
    return (int) Math.max(0, Math.round(peak - meanInUse()));
  }

  /** The load, as the seed decides it. */
  LoadPlan load(long seed) {
    return OpenLoop.peak(ratePerSecond, lastsNanos(), more(), Math.round(holdNanos), seed);
  }

  /** This load on a pool of a rule. */
  Simulation on(Supplier<GrowthStrategy> rule, long seed) {
    return new Simulation(
        List.of(load(seed)),
        PoolOptions.waiting(limits, timeoutNanos),
        rule,
        Optional::empty,
        new SimulatedTime(creation.latencies(), creation.costModel(), seed, creation.batchLimit()),
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
    /** See {@link Demand#creation}. */
    CREATE
  }

  /** The same with one input other than guessed. */
  Demand with(Input input, double factor) {
    return new Demand(
        input == Input.PEAK ? (int) Math.max(1, Math.round(peak * factor)) : peak,
        input == Input.RATE ? ratePerSecond * factor : ratePerSecond,
        input == Input.HOLD ? holdNanos * factor : holdNanos,
        input == Input.CREATE && meanCreationNanos() > 0 ? creation(factor) : creation,
        limits,
        timeoutNanos);
  }
}
