package dev.sessionbench.bench.trial;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.bench.client.PoolUnderTest.PoolMetrics;
import dev.sessionbench.bench.load.GrowthLog;
import dev.sessionbench.bench.trial.Observation.Change;
import dev.sessionbench.bench.trial.Observation.RunUsage;
import dev.sessionbench.bench.trial.Observation.ServerView;
import org.HdrHistogram.Histogram;

/** Names the figures of a run in which a pool grows, as its result carries them. */
final class GrowthProbes {
  private GrowthProbes() {}

  static void read(Observation seen, TrialReport report) {
    whateverTheClient(seen, seen.metrics().maxInUse(), report);
    PoolMetrics pool = seen.metrics();
    report.add(RunMetric.MAX_IN_USE, pool.maxInUse());
    report.add(RunMetric.IN_USE, pool.inUse());
    report.add(RunMetric.IDLE, pool.idle());
    report.add(RunMetric.ACQUIRED, pool.acquired());
    report.add(RunMetric.RELEASED, pool.released());
    report.add(RunMetric.TIMEOUTS, pool.timeouts());
  }

  /**
   * What is known of a client that tells nothing of itself.
   *
   * @param maxInUse the most sessions that were in use at the same time
   */
  static void whateverTheClient(Observation seen, long maxInUse, TrialReport report) {
    report.add(RunMetric.RPCS, seen.rpcs(Rpc.BATCH_CREATE_SESSIONS));
    report.add(RunMetric.ATTEMPTS, seen.attempts(Rpc.BATCH_CREATE_SESSIONS));
    seen.server().ifPresent(server -> growth(seen, server, maxInUse, report));
    Histogram waits = seen.waits();
    report.millis(RunMetric.WAIT_P50, waits.getValueAtPercentile(50));
    report.millis(RunMetric.WAIT_P99, waits.getValueAtPercentile(99));
    report.millis(RunMetric.WAIT_MAX, waits.getValueAtPercentile(100));
    usage(seen.usage(), report);
  }

  /** What only a server of our own can tell. */
  private static void growth(
      Observation seen, ServerView server, long maxInUse, TrialReport report) {
    report.complainIf(
        server.forgotten() > 0,
        "the server's journal had no room for %d RPCs, so that it cannot tell when the pool grew",
        server.forgotten());
    long created = server.sessionsCreated();
    report.add(RunMetric.CREATED, created);
    report.add(RunMetric.OVERSHOOT, Math.max(0, created - seen.sessionsWanted(maxInUse)));
    report.millis(RunMetric.TIME_TO_MAX, nanosUntil(seen, server, seen.shape().maxSessions()));
  }

  /**
   * When the pool had a number of sessions for the first time.
   *
   * @return nanoseconds from the start to the reply that completed the number, 0 if it was complete
   *     by then, NaN if it was never complete
   */
  static double nanosUntil(Observation seen, ServerView server, int sessions) {
    long held = 0;
    for (Change change : seen.sessions(server)) {
      held += change.by();
      if (held >= sessions) {
        return (double) Math.max(0, seen.sinceStartNanos(change.nanos()));
      }
    }
    return sessions == 0 ? 0 : Double.NaN;
  }

  private static void usage(RunUsage usage, TrialReport report) {
    report.millis(RunMetric.CPU, usage.cpuNanos());
    report.add(
        RunMetric.UTILISATION,
        usage.utilisationPercent(Runtime.getRuntime().availableProcessors()));
    report.add(RunMetric.ALLOCATED, (double) usage.allocatedBytes());
    usage
        .mock()
        .ifPresent(
            mock -> {
              report.millis(RunMetric.CPU_MOCK, mock.cpuNanos());
              report.add(RunMetric.ALLOCATED_MOCK, (double) mock.allocatedBytes());
            });
  }

  /**
   * The pool's size, and the sessions in use and wanted, against time; and the waits.
   *
   * <p>Nothing is sampled while the load runs: the curves are put together afterwards, from the
   * server's journal and from the moments at which each operation wanted, had and released its
   * session.
   */
  static final class GrowthCurves {
    private static final int MOST_STEPS = 1 << 16;

    private GrowthCurves() {}

    /** Adds the curves of a run on a server that keeps a journal. */
    static void read(Observation seen, TrialReport report) {
      seen.server()
          .ifPresent(
              server -> {
                GrowthLog log = new GrowthLog(MOST_STEPS);
                seen.sessions(server)
                    .forEach(
                        change -> log.changed(seen.sinceStartNanos(change.nanos()), change.by()));
                seen.operations().forEach(times -> log.ended(times, seen::sinceStartNanos));
                log.curves().forEach(report::curve);
                report.curve(GrowthLog.waits(seen.waits()));
              });
    }
  }
}
