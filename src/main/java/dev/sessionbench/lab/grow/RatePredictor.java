package dev.sessionbench.lab.grow;

import dev.sessionbench.lab.strategy.GrowthStrategy;
import dev.sessionbench.lab.strategy.PoolEvent;
import dev.sessionbench.lab.strategy.PoolView;
import java.util.concurrent.TimeUnit;

/**
 * Says how many sessions a load will use a little later, by what it has wanted until now.
 *
 * <p>In every period it smooths the rate at which callers ask and the slope of that rate, both
 * exponentially; likewise the time that sessions are held and the time of a creation. With the rate
 * extrapolated to the time at which a session asked for now will be there, Little's law (N = rate x
 * hold time, 1961) gives the mean number in use, and {@code safety} times its square root is added,
 * as if arrivals were Poisson.
 *
 * <p>Callers who ask are counted and not sessions given: in a pool that is too small the latter
 * would say how small it is. While nobody asks, no time is wanted.
 */
public final class RatePredictor {
  private static final double SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final double NOTHING = 0.01;

  private final Tuning tuning;
  private long nextNanos = GrowthStrategy.NEVER;
  private int attempts;
  private double rate = Double.NaN;
  private double slope;
  private double heldSeconds = Double.NaN;
  private double creationSeconds = Double.NaN;

  /**
   * How the prediction is made.
   *
   * @param periodNanos between two looks at the rate, in nanoseconds, at least 1
   * @param weight of the newest value in each mean, more than 0, at most 1
   * @param slopeWeight of the newest slope, from 0 for no slope to 1
   * @param safety standard deviations added, at least 0
   * @param horizonNanos how far ahead, in nanoseconds; 0 for a creation's time and a period
   */
  public record Tuning(
      long periodNanos, double weight, double slopeWeight, double safety, long horizonNanos) {}

  /** One that has seen nothing. */
  public RatePredictor(Tuning tuning) {
    this.tuning = tuning;
  }

  /**
   * Learns from an event. To be told every one.
   *
   * @return whether a period has ended with it
   */
  public boolean tell(PoolView pool, PoolEvent event) {
    if (event instanceof PoolEvent.Wanted) {
      attempts++;
      if (nextNanos == GrowthStrategy.NEVER) {
        nextNanos = pool.nowNanos() + tuning.periodNanos();
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
    double period = tuning.periodNanos() / SECOND;
    double before = rate;
    rate = smooth(rate, attempts / period);
    if (!Double.isNaN(before)) {
      slope += tuning.slopeWeight() * ((rate - before) / period - slope);
    }
    boolean quiet = attempts == 0 && rate * period < NOTHING;
    if (quiet) {
      rate = 0;
      slope = 0;
    }
    attempts = 0;
    nextNanos = quiet ? GrowthStrategy.NEVER : nowNanos + tuning.periodNanos();
  }

  private double smooth(double mean, double newest) {
    return Double.isNaN(mean) ? newest : mean + tuning.weight() * (newest - mean);
  }

  /** The sessions that will be in use, and some more, within the bounds of the pool. */
  public int target(PoolView pool) {
    if (Double.isNaN(rate) || Double.isNaN(heldSeconds)) {
      return pool.limits().minSessions();
    }
    double known = Double.isNaN(creationSeconds) ? 0 : creationSeconds;
    double horizon =
        tuning.horizonNanos() > 0
            ? tuning.horizonNanos() / SECOND
            : known + tuning.periodNanos() / SECOND;
    double inUse = Math.max(0, rate + slope * horizon) * heldSeconds;
    double wanted = Math.ceil(inUse + tuning.safety() * Math.sqrt(inUse));
    return (int)
        Math.max(pool.limits().minSessions(), Math.min(pool.limits().maxSessions(), wanted));
  }

  /** When the period ends; {@link GrowthStrategy#NEVER} while nobody asks. */
  public long nextTickNanos() {
    return nextNanos;
  }
}
