package dev.sessionbench.trial;

import dev.sessionbench.load.GrowthLog;
import dev.sessionbench.model.Rpc;

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
              server.journal().stream()
                  .filter(rpc -> rpc.rpc() == Rpc.BATCH_CREATE_SESSIONS)
                  .forEach(
                      rpc -> log.created(seen.sinceStartNanos(rpc.repliedNanos()), rpc.sessions()));
              seen.operations().forEach(times -> log.ended(times, seen::sinceStartNanos));
              log.curves().forEach(report::curve);
              report.curve(GrowthLog.waits(seen.waits()));
            });
  }
}
