package dev.sessionbench.lab.simulate;

import dev.sessionbench.lab.pool.ReferencePool.PoolStatistics;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The costs of a strategy on a load, rounded to the precision at which costs are compared.
 *
 * @param failed callers who were refused
 * @param waitMillis the 99th percentile of the waits, to a tenth
 * @param requests requests for sessions
 * @param idle sessions idle on average while the load was on, to a tenth
 * @param created sessions created
 * @param most the most sessions alive at once
 */
public record Costs(
    long failed, double waitMillis, long requests, double idle, long created, long most) {
  private static final double TENTHS_PER_NANO = 1e-5;

  /** The costs of a run. */
  public static Costs of(SimulatedRun run) {
    double serveNanos = Math.max(1.0, (double) run.serveNanos());
    return new Costs(
        run.failed(),
        tenths((double) run.waits().getValueAtPercentile(99) * TENTHS_PER_NANO),
        run.sum(PoolStatistics::requests),
        tenths(run.idleNanos() / serveNanos * 10),
        run.sum(PoolStatistics::created),
        run.sum(PoolStatistics::maxTotal));
  }

  /** The means of several costs; at least one refused caller never rounds to none. */
  public static Costs mean(List<Costs> several) {
    return new Costs(
        (long) Math.ceil(mean(several, Costs::failed)),
        tenths(mean(several, Costs::waitMillis) * 10),
        Math.round(mean(several, Costs::requests)),
        tenths(mean(several, Costs::idle) * 10),
        Math.round(mean(several, Costs::created)),
        Math.round(mean(several, Costs::most)));
  }

  private static double mean(List<Costs> several, ToDoubleFunction<Costs> cost) {
    return several.stream().mapToDouble(cost).average().orElseThrow();
  }

  private static double tenths(double value) {
    return Math.round(value) / 10.0;
  }

  /**
   * Whether this refuses fewer callers. If both refuse equally many, whether this is no worse in
   * wait, requests and idle sessions, and better in one of them.
   */
  public boolean dominates(Costs other) {
    if (failed != other.failed) {
      return failed < other.failed;
    }
    boolean noWorse =
        waitMillis <= other.waitMillis && requests <= other.requests && idle <= other.idle;
    return noWorse && !isLike(other);
  }

  /** Whether refused callers, wait, requests and idle sessions are all equal. */
  public boolean isLike(Costs other) {
    return failed == other.failed
        && waitMillis == other.waitMillis
        && requests == other.requests
        && idle == other.idle;
  }

  /**
   * Adds up three costs in units of the load. Waits are in the time that creating a session takes.
   * Requests and idle sessions are in the sessions wanted at once. So three costs weigh the same: a
   * wait of one creation, a second set of idle sessions, and a request for every session.
   *
   * @param units those of the load
   */
  public double weight(Units units) {
    return waitMillis / units.creationMillis() + (requests + idle) / units.sessions();
  }

  /**
   * The units in which the costs of a load are weighed.
   *
   * @param sessions sessions wanted at once, at least 1
   * @param creationMillis how long a request for one session takes, in milliseconds, above 0
   */
  public record Units(double sessions, double creationMillis) {
    private static final double LEAST_MILLIS = 0.1;

    /** Raises a creation time of 0 to a tenth of a millisecond. */
    public Units {
      sessions = Math.max(1, sessions);
      creationMillis = Math.max(LEAST_MILLIS, creationMillis);
    }
  }
}
