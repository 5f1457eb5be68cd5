package dev.sessionbench.bench.trial;

import dev.sessionbench.bench.load.GrowthLog;

/**
 * The pool's size, and the sessions in use and wanted, against time; and the waits.
 *
 * <p>Nothing is sampled while the load runs: the curves are put together afterwards, from the
 * server's journal and from the moments at which each operation wanted, had and released its
 * session.
 */
final class GrowthCurves {
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
