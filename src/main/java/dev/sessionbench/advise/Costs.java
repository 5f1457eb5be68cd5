package dev.sessionbench.advise;

import dev.sessionbench.pool.PoolStatistics;
import dev.sessionbench.simulate.SimulatedRun;
import java.util.List;

/**
 * What a rule costs a load, to the precision to which costs are told apart.
 *
 * @param failed callers who were refused
 * @param waitMillis the 99th percentile of the waits, to a tenth
 * @param requests requests for sessions
 * @param idle sessions idle on average while the load was on, to a tenth
 * @param created sessions created
 * @param most sessions alive at once at most
 */
record Costs(long failed, double waitMillis, long requests, double idle, long created, long most) {
  private static final double TENTHS_PER_NANO = 1e-5;

  static Costs of(SimulatedRun run) {
    double serveNanos = Math.max(1.0, (double) run.serveNanos());
    return new Costs(
        run.failed(),
        tenths((double) run.waits().getValueAtPercentile(99) * TENTHS_PER_NANO),
        run.sum(PoolStatistics::requests),
        tenths(run.idleNanos() / serveNanos * 10),
        run.sum(PoolStatistics::created),
        run.sum(PoolStatistics::maxTotal));
  }

  private static double tenths(double value) {
    return Math.round(value) / 10.0;
  }

  /** What is weighed, each with 1 added: 1 ms, one request and one session count as nothing. */
  private List<Double> weighed() {
    return List.of(waitMillis + 1, requests + 1.0, idle + 1);
  }

  /** Whether this is no worse in anything, and better in something. */
  boolean dominates(Costs other) {
    if (failed != other.failed) {
      return failed < other.failed;
    }
    boolean noWorse =
        waitMillis <= other.waitMillis && requests <= other.requests && idle <= other.idle;
    return noWorse && !isLike(other);
  }

  /** Whether nothing that is weighed tells these from others. */
  boolean isLike(Costs other) {
    return failed == other.failed
        && waitMillis == other.waitMillis
        && requests == other.requests
        && idle == other.idle;
  }

  /**
   * How many times the least of each cost this is, all multiplied: who pays twice the least for one
   * thing and the least for the others has 2.
   */
  double regret(Costs least) {
    double product = 1;
    for (int i = 0; i < weighed().size(); i++) {
      product *= weighed().get(i) / least.weighed().get(i);
    }
    return product;
  }

  /** The least of each of these, which nobody may have all at once. */
  static Costs least(List<Costs> all) {
    return new Costs(
        all.stream().mapToLong(Costs::failed).min().orElse(0),
        all.stream().mapToDouble(Costs::waitMillis).min().orElse(0),
        all.stream().mapToLong(Costs::requests).min().orElse(0),
        all.stream().mapToDouble(Costs::idle).min().orElse(0),
        all.stream().mapToLong(Costs::created).min().orElse(0),
        all.stream().mapToLong(Costs::most).min().orElse(0));
  }
}
