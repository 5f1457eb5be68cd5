package dev.sessionbench.lab.advise;

import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.SimulatedTime;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.lab.load.Callers;
import dev.sessionbench.lab.load.Callers.Hold;
import dev.sessionbench.lab.load.CreationTime;
import dev.sessionbench.lab.load.DescribedLoad;
import dev.sessionbench.lab.load.DescribedLoad.Pool;
import dev.sessionbench.lab.simulate.Costs;
import dev.sessionbench.lab.simulate.Simulation;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.Strategies;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * The load that {@code advise} plays.
 *
 * @param load the load, with its pool
 * @param creation how long its requests for sessions take
 * @param endless whether callers at random stand for callers that never end
 */
@RecordBuilder
record Demand(DescribedLoad load, SimulatedTime creation, boolean endless)
    implements DemandBuilder.With {
  /** The most operations to simulate; more would take too long for advice. */
  private static final double MOST_OPERATIONS = 30_000;

  /** Enough for a 99th percentile, few enough for hundreds of simulations. */
  private static final double OPERATIONS = 1_000;

  /**
   * How long the pool gets to settle, after the start of the load and after the peak. It is a
   * multiple of the hold time or of the creation time.
   */
  private static final double TIMES = 10;

  /**
   * Callers that come at random at a rate and all hold for the same time. In the middle more come
   * at once, as many as bring the sessions wanted to the peak.
   *
   * @param peak sessions wanted at the same time; no callers are added if it is not above the mean
   *     in use
   * @param perSecond callers a second; 0 for the peak alone
   * @param holdNanos how long a caller holds its session, in nanoseconds
   * @param creation how long a request for sessions takes
   * @param pool its pool
   */
  static Demand stated(
      int peak, double perSecond, double holdNanos, CreationTime creation, Pool pool) {
    Hold hold = new Hold.Fixed(holdNanos);
    SimulatedTime time = creation.time();
    double rests = TIMES * Math.max(holdNanos, time.meanCreationNanos());
    long lasts =
        perSecond == 0 ? 0 : Math.round(Math.max(OPERATIONS / perSecond * Nanos.PER_SECOND, rests));
    List<Callers> callers = new ArrayList<>();
    if (lasts > 0) {
      callers.add(new Callers.Rate(perSecond, 0, lasts, hold));
    }
    int more = (int) Math.round(peak - perSecond * holdNanos / Nanos.PER_SECOND);
    if (more > 0) {
      callers.add(new Callers.AtOnce(more, lasts / 2, hold));
    }
    return new Demand(
        new DescribedLoad("What advise was asked about", pool, creation, 1, callers), time, true);
  }

  /** A load that a file describes. */
  static Demand of(DescribedLoad described) {
    return new Demand(described, described.creation().time(), /* endless= */ false);
  }

  /** The bounds of its pool. */
  Limits limits() {
    return load.pool().limits();
  }

  /** The units of its costs. */
  Costs.Units units() {
    Candidate any = new Candidate(Strategies.FIXED_STEP, Map.of(), Optional.empty());
    return simulation(any, Advice.SEED).units();
  }

  /** Sessions wanted at once if no caller waits, whatever its pool may hold. */
  int wantedAtOnce() {
    int most = (int) (Limits.MOST_SESSIONS / load.clients());
    return Math.max(1, (int) withBounds(0, most).units().sessions() / load.clients());
  }

  /**
   * Bounds to try, around the sessions wanted at once. Those of the load are among them, with every
   * other minimum and maximum.
   */
  List<Limits> bounds() {
    int wanted = wantedAtOnce();
    TreeSet<Integer> minimums = new TreeSet<>(List.of(0, wanted / 4, wanted / 2, wanted));
    minimums.add(limits().minSessions());
    TreeSet<Integer> maximums = new TreeSet<>(List.of((wanted + 1) / 2, wanted, 2 * wanted));
    maximums.add(limits().maxSessions());
    List<Limits> bounds = new ArrayList<>();
    for (int min : minimums) {
      for (int max : maximums.tailSet(Math.max(1, min))) {
        bounds.add(new Limits(min, max, limits().numChannels()));
      }
    }
    return bounds;
  }

  /** The same with the largest of those bounds. */
  Demand widest() {
    return withBounds(limits().minSessions(), Math.max(limits().maxSessions(), 2 * wantedAtOnce()));
  }

  private Demand withBounds(int min, int max) {
    Limits limits = new Limits(min, max, limits().numChannels());
    Pool pool = load.pool().within(limits, load.pool().acquireTimeoutNanos());
    return withLoad(load.withPool(pool));
  }

  /** The same load on the pool of a candidate. */
  DescribedLoad on(Candidate candidate) {
    return load.withPool(candidate.pool(load.pool()));
  }

  /** One draw of the load on the pool of a candidate. */
  Simulation simulation(Candidate candidate, long seed) {
    DescribedLoad own = on(candidate);
    return Simulation.of(own, creation, () -> candidate.create(own.pool().limits()), seed);
  }

  /** Why no pool of these bounds can ever serve it; empty if one can. */
  Optional<String> hopeless() {
    double inUse = load.meanInUse();
    int most = limits().maxSessions();
    if (endless && inUse >= most) {
      return Optional.of(
          "callers use %s sessions on average, which %d can never serve"
              .formatted(Numbers.label(inUse), most));
    }
    if (load.backlogNanos() > load.pool().acquireTimeoutNanos()) {
      return Optional.of(
          "callers use %s sessions on average for so long that %d cannot serve them within the time that they wait"
              .formatted(Numbers.label(inUse), most));
    }
    if (load.operations() > MOST_OPERATIONS) {
      return Optional.of(
          "%.0f operations are too many to be simulated so often: must be at most %.0f"
              .formatted(load.operations(), MOST_OPERATIONS));
    }
    try {
      Advice.seeds(Advice.DRAWS).forEach(load::plans);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      // No draw has any callers.
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** An input that may have been guessed wrong. */
  enum Input {
    /** How many callers come at one moment, or are there at once. */
    PEAK,
    /** How many callers come in a second. */
    RATE,
    /** How long each caller holds its session. */
    HOLD,
    /** How long a request for sessions takes, including the time for each session. */
    CREATE
  }

  /** The same with one input multiplied by a factor. */
  Demand with(Input input, double factor) {
    return switch (input) {
      case PEAK -> each(c -> c.changed(c instanceof Callers.Rate ? 1 : factor, c.hold()));
      case RATE -> each(c -> c.changed(c instanceof Callers.Rate ? factor : 1, c.hold()));
      case HOLD -> each(c -> c.changed(1, c.hold().scaled(factor)));
      case CREATE -> withCreation(creation.withLatencies(creation.latencies().scaled(factor)));
    };
  }

  private Demand each(UnaryOperator<Callers> change) {
    return withLoad(load.withEach(change));
  }
}
