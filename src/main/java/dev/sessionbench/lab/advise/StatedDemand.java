package dev.sessionbench.lab.advise;

import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.SimulatedTime;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.lab.load.Callers;
import dev.sessionbench.lab.load.Callers.Hold;
import dev.sessionbench.lab.load.DescribedLoad;
import dev.sessionbench.lab.pool.PoolOptions;
import dev.sessionbench.lab.simulate.Costs;
import dev.sessionbench.lab.strategy.Limits;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What an application asks of a pool, and what sessions cost: callers who come at random at a rate,
 * each of whom holds a session for the same time, and once, in the middle of it, as many more at
 * one moment as bring those who hold or want a session to the peak.
 *
 * @param peak sessions wanted at the same time; 0, and whatever is less, for what the rate makes
 * @param ratePerSecond callers a second; 0 for the peak alone
 * @param holdNanos how long a caller has its session, in nanoseconds
 * @param creation how long a request for sessions takes; its seed does not matter
 * @param limits the pool's bounds
 * @param timeoutNanos how long a caller waits, in nanoseconds, at least 1
 * @param lastsNanos how long callers come at the rate, in nanoseconds
 */
@RecordBuilder
record StatedDemand(
    int peak,
    double ratePerSecond,
    double holdNanos,
    SimulatedTime creation,
    Limits limits,
    long timeoutNanos,
    long lastsNanos)
    implements Demand, StatedDemandBuilder.With {
  /** Enough for a 99th percentile, few enough for hundreds of simulations. */
  private static final double OPERATIONS = 1_000;

  /**
   * The pool is to be at rest again after the load has begun, and after the peak: so many times as
   * long as a session is held, or as it takes to create one.
   */
  private static final double TIMES = 10;

  /** So much of a product of decimals may be the machine's. */
  private static final double ROUNDING = 1e-12;

  /** A load that lasts for enough callers, and for the pool to come to rest. */
  StatedDemand(
      int peak,
      double ratePerSecond,
      double holdNanos,
      SimulatedTime creation,
      Limits limits,
      long timeoutNanos) {
    this(
        peak,
        ratePerSecond,
        holdNanos,
        creation,
        limits,
        timeoutNanos,
        ratePerSecond == 0
            ? 0
            : Math.round(
                Math.max(
                    OPERATIONS / ratePerSecond * Nanos.PER_SECOND,
                    TIMES * Math.max(holdNanos, creation.meanCreationNanos()))));
  }

  /** Sessions in use on average, by Little's law ("A Proof for the Queuing Formula", 1961). */
  double meanInUse() {
    return ratePerSecond * holdNanos / Nanos.PER_SECOND;
  }

  /** What the rate makes: the mean in use, as many whole sessions. */
  int ofRate() {
    return (int) Math.ceil(meanInUse() * (1 - ROUNDING));
  }

  /** Sessions wanted at the same time. */
  int wanted() {
    return Math.max(peak, ofRate());
  }

  @Override
  public String remark() {
    return peak > 0 && peak <= ofRate()
        ? "no peak above the %d that the rate makes".formatted(ofRate())
        : "";
  }

  @Override
  public Costs.Units units() {
    return new Costs.Units(wanted(), creation.meanCreationNanos() / 1e6);
  }

  @Override
  public Optional<String> hopeless() {
    if (meanInUse() >= limits.maxSessions()) {
      return Optional.of(
          "%s callers a second who hold for %s ms use %s sessions on average, which %d can never serve"
              .formatted(
                  Numbers.label(ratePerSecond),
                  Numbers.label(holdNanos / 1e6),
                  Numbers.label(meanInUse()),
                  limits.maxSessions()));
    }
    double expected = ratePerSecond * lastsNanos / Nanos.PER_SECOND;
    if (expected > MOST_OPERATIONS) {
      return Optional.of(
          "%s callers a second, for %.0f times as long as one holds a session or waits for a new one, are %.0f operations to simulate: must be at most %.0f"
              .formatted(Numbers.label(ratePerSecond), TIMES, expected, MOST_OPERATIONS));
    }
    return Optional.empty();
  }

  @Override
  public DescribedLoad load() {
    Hold hold = Hold.fixed(holdNanos);
    List<Callers> callers = new ArrayList<>();
    if (lastsNanos > 0) {
      callers.add(new Callers.Rate(ratePerSecond, 0, lastsNanos, hold));
    }
    if (peak > ofRate()) {
      int more = (int) Math.round(peak - meanInUse());
      callers.add(new Callers.AtOnce(more, lastsNanos / 2, hold));
    }
    return new DescribedLoad(
        "What advise was asked about",
        PoolOptions.waiting(limits, timeoutNanos),
        /* fillsFirst= */ true,
        1,
        creation,
        callers);
  }

  @Override
  public Demand with(Input input, double factor) {
    return switch (input) {
      case PEAK ->
          withPeak(
              peak == 0 ? 0 : Math.max(Math.max(1, ofRate()), (int) Math.round(peak * factor)));
      case RATE -> withRatePerSecond(ratePerSecond * factor);
      case HOLD -> withHoldNanos(holdNanos * factor);
      case CREATE -> withCreation(load().withCreation(factor).creation());
    };
  }
}
