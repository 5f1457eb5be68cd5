package dev.sessionbench.lab.simulate;

import dev.sessionbench.lab.pool.ReferencePool.PoolStatistics;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What a strategy costs a load, to the precision to which costs are told apart.
 *
 * @param failed callers who were refused
 * @param waitMillis the 99th percentile of the waits, to a tenth
 * @param requests requests for sessions
 * @param idle sessions idle on average while the load was on, to a tenth
 * @param created sessions created
 * @param most sessions alive at once at most
 */
public record Costs(
    long failed, double waitMillis, long requests, double idle, long created, long most) {
  private static final double TENTHS_PER_NANO = 1e-5;

  /** What a run has cost. */
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

  /** The means of several, in which no refused caller is rounded away. */
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

  /** Whether this is no worse in anything, and better in something. */
  public boolean dominates(Costs other) {
    if (failed != other.failed) {
      return failed < other.failed;
    }
    boolean noWorse =
        waitMillis <= other.waitMillis && requests <= other.requests && idle <= other.idle;
    return noWorse && !isLike(other);
  }

  /** Whether nothing that is weighed tells these from others. */
  public boolean isLike(Costs other) {
    return failed == other.failed
        && waitMillis == other.waitMillis
        && requests == other.requests
        && idle == other.idle;
  }

  /**
   * The three in units of the load, added up: waits in the time that creating a session takes,
   * requests and idle sessions in the sessions that are wanted at once. So a wait of one creation
   * weighs as much as a second set of sessions that nobody uses, or as a request for every session.
   *
   * @param units those of the load
   */
  public double weight(Units units) {
    return waitMillis / units.creationMillis() + (requests + idle) / units.sessions();
  }

  /**
   * What the costs of a load are weighed in.
   *
   * @param sessions sessions wanted at once, at least 1
   * @param creationMillis how long a request for one session takes, in milliseconds, above 0
   */
  public record Units(double sessions, double creationMillis) {
    private static final double LEAST_MILLIS = 0.1;

    /** Takes a server that creates sessions at once for one that takes a tenth of a millisecond. */
    public Units {
      sessions = Math.max(1, sessions);
      creationMillis = Math.max(LEAST_MILLIS, creationMillis);
    }
  }
}
