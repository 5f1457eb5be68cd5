package dev.sessionbench.bench.trial;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.bench.client.PoolUnderTest.PoolMetrics;
import dev.sessionbench.bench.load.GrowthLog;
import dev.sessionbench.bench.trial.Observation.RunUsage;
import dev.sessionbench.bench.trial.Observation.ServerView;
import org.HdrHistogram.Histogram;

/** Names the figures of a run in which a pool grows, as its result carries them. */
final class GrowthProbes {
  private GrowthProbes() {}

  static void read(Observation seen, TrialReport report) {
    whateverTheClient(seen, seen.metrics().maxInUse(), report);
    PoolMetrics pool = seen.metrics();
    report.count("poolMaxInUse", pool.maxInUse());
    report.count("poolInUse", pool.inUse());
    report.count("poolIdle", pool.idle());
    report.count("poolAcquired", pool.acquired());
    report.count("poolReleased", pool.released());
    report.count("poolTimeouts", pool.timeouts());
  }

  /**
   * What is known of a client that tells nothing of itself.
   *
   * @param maxInUse the most sessions that were in use at the same time
   */
  static void whateverTheClient(Observation seen, long maxInUse, TrialReport report) {
    report.count("numBatchCreateSessionsRpcs", seen.rpcs(Rpc.BATCH_CREATE_SESSIONS));
    report.count("batchCreateSessionsAttempts", seen.attempts(Rpc.BATCH_CREATE_SESSIONS));
    seen.server().ifPresent(server -> growth(seen, server, maxInUse, report));
    Histogram waits = seen.waits();
    report.millis("acquireWaitP50", waits.getValueAtPercentile(50));
    report.millis("acquireWaitP99", waits.getValueAtPercentile(99));
    report.millis("acquireWaitMax", waits.getValueAtPercentile(100));
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
    report.count("sessionsCreated", created);
    report.count("overshoot", Math.max(0, created - seen.sessionsWanted(maxInUse)));
    report.millis("timeToMax", nanosUntil(seen, server, seen.shape().maxSessions()));
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
    report.millis("cpuTime", usage.cpuNanos());
    report.figure(
        "utilisation", usage.utilisationPercent(Runtime.getRuntime().availableProcessors()), "%");
    report.figure("allocated", (double) usage.allocatedBytes(), "B");
    usage
        .mock()
        .ifPresent(
            mock -> {
              report.millis("cpuTimeMock", mock.cpuNanos());
              report.figure("allocatedMock", (double) mock.allocatedBytes(), "B");
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
