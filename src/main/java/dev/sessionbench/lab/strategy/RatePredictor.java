package dev.sessionbench.lab.strategy;

import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.Settings;
import java.util.concurrent.TimeUnit;

/**
 * Predicts how many sessions a load will use a little later, from its demand so far.
 *
 * <p>Every period it smooths the rate at which callers ask and the slope of that rate, both
 * exponentially. It also smooths the hold time and the creation time. It extrapolates the rate to
 * the time at which a session asked for now will arrive. Little's law (N = rate x hold time, 1961)
 * then gives the mean number in use. It adds {@code safety} times the square root, as if arrivals
 * were Poisson.
 *
 * <p>It counts callers who ask, not sessions lent: in a pool that is too small, lent sessions show
 * the pool's size. It wants no ticks while there is no demand.
 */
final class RatePredictor {
  private static final double SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final double NOTHING = 0.01;

  private static final Parameter<Double> PERIOD =
      Parameter.millis("periodMillis", 100, 1, "between two looks at the rate");
  private static final Parameter<Double> WEIGHT =
      Parameter.real("weight", 0.3, 0.001, 1, "of the newest value in each mean");
  private static final Parameter<Double> SLOPE_WEIGHT =
      Parameter.real("slopeWeight", 0.1, 0, 1, "of the newest slope of the rate");
  private static final Parameter<Double> SAFETY =
      Parameter.real("safety", 2, 0, 100, "standard deviations added to the prediction");
  private static final Parameter<Double> HORIZON =
      Parameter.millis("horizonMillis", 0, 0, "how far ahead; 0 is a creation's time and a period");

  /** The parameters of the prediction, and another parameter of a strategy that uses it. */
  static Parameter<?>[] parametersAnd(Parameter<?> other) {
    return new Parameter<?>[] {PERIOD, WEIGHT, SLOPE_WEIGHT, SAFETY, HORIZON, other};
  }

  private final long periodNanos;
  private final double weight;
  private final double slopeWeight;
  private final double safety;
  private final long horizonNanos;
  private long nextNanos = GrowthStrategy.NEVER;
  private int attempts;
  private double rate = Double.NaN;
  private double slope;
  private double heldSeconds = Double.NaN;
  private double creationSeconds = Double.NaN;

  /** Makes one that has seen nothing. */
  RatePredictor(Settings settings) {
    this.periodNanos = settings.nanos(PERIOD);
    this.weight = settings.get(WEIGHT);
    this.slopeWeight = settings.get(SLOPE_WEIGHT);
    this.safety = settings.get(SAFETY);
    this.horizonNanos = settings.nanos(HORIZON);
  }

  /**
   * Learns from an event. Must be called for every event.
   *
   * @return whether the event ended a period
   */
  boolean tell(PoolView pool, PoolEvent event) {
    if (event instanceof PoolEvent.Wanted) {
      attempts++;
      if (nextNanos == GrowthStrategy.NEVER) {
        nextNanos = pool.nowNanos() + periodNanos;
      }
    } else if (event instanceof PoolEvent.Returned returned) {
      heldSeconds = smooth(heldSeconds, returned.heldNanos() / SECOND);
    } else if (event instanceof PoolEvent.Created created) {
      creationSeconds = smooth(creationSeconds, created.tookNanos() / SECOND);
    } else if (event instanceof PoolEvent.Tick && pool.nowNanos() >= nextNanos) {
      endPeriod(pool.nowNanos());
      return true;
    }
    return false;
  }

  private void endPeriod(long nowNanos) {
    double period = periodNanos / SECOND;
    double before = rate;
    rate = smooth(rate, attempts / period);
    if (!Double.isNaN(before)) {
      slope += slopeWeight * ((rate - before) / period - slope);
    }
    boolean quiet = attempts == 0 && rate * period < NOTHING;
    if (quiet) {
      rate = 0;
      slope = 0;
    }
    attempts = 0;
    nextNanos = quiet ? GrowthStrategy.NEVER : nowNanos + periodNanos;
  }

  private double smooth(double mean, double newest) {
    return Double.isNaN(mean) ? newest : mean + weight * (newest - mean);
  }

  /** The sessions that will be in use plus a margin, within the bounds of the pool. */
  int target(PoolView pool) {
    if (Double.isNaN(rate) || Double.isNaN(heldSeconds)) {
      return pool.limits().minSessions();
    }
    double known = Double.isNaN(creationSeconds) ? 0 : creationSeconds;
    double horizon = horizonNanos > 0 ? horizonNanos / SECOND : known + periodNanos / SECOND;
    double inUse = Math.max(0, rate + slope * horizon) * heldSeconds;
    double wanted = Math.ceil(inUse + safety * Math.sqrt(inUse));
    return (int)
        Math.max(pool.limits().minSessions(), Math.min(pool.limits().maxSessions(), wanted));
  }

  /** When the period ends; {@link GrowthStrategy#NEVER} while there is no demand. */
  long nextTickNanos() {
    return nextNanos;
  }
}
