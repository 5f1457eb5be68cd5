package dev.sessionbench.bench.trial;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.bench.trial.FaultOptions.FaultScenario;
import dev.sessionbench.bench.trial.Observation.ServerView;
import dev.sessionbench.bench.trial.TrialReport.Probe;
import java.util.OptionalLong;

/**
 * Names the figures of a run against a server that goes wrong, and finds what must not be, whatever
 * goes wrong. Operations may fail here.
 *
 * @param seen the run
 * @param server what its server counted
 * @param scenario what went wrong
 */
record FaultProbe(Observation seen, ServerView server, FaultScenario scenario) {
  static Probe of(FaultScenario scenario) {
    return (seen, report) -> {
      FaultProbe probe = new FaultProbe(seen, seen.server().orElseThrow(), scenario);
      probe.check(report);
      probe.measure(report);
    };
  }

  private void check(TrialReport report) {
    GrowthChecks.allEnded(seen, report);
    int max = seen.shape().maxSessions();
    report.complainIf(
        seen.pool().total() > max || (beyondMax() > 0 && !scenario.losesReplies()),
        "the pool holds %d sessions and the server %d, where at most %d are allowed",
        seen.pool().total(),
        server.sessionsAlive(),
        max);
    report.complainIf(
        leaked() > 0 && !scenario.losesReplies(),
        "%d sessions leaked: the server holds %d, the pool %d",
        leaked(),
        server.sessionsAlive(),
        seen.pool().total());
    // An attempt may die on its way; it never arrives without having left.
    long received = server.received(Rpc.BATCH_CREATE_SESSIONS);
    long sent = seen.attempts(Rpc.BATCH_CREATE_SESSIONS);
    boolean arrivesWhole = !scenario.plan().needsTcp() && !scenario.limitsCreations();
    report.complainIf(
        arrivesWhole ? received != sent : received > sent,
        "the server counted %d BatchCreateSessions RPCs, the client %d",
        received,
        sent);
  }

  private void measure(TrialReport report) {
    long failedCreations = server.failed(Rpc.BATCH_CREATE_SESSIONS);
    // Those that failed while they waited for a session.
    long waitersFailed = seen.failedWithoutSession();
    double blastRadius =
        failedCreations == 0 ? Double.NaN : (double) waitersFailed / failedCreations;
    report.add(RunMetric.APPLICATION_ERRORS, seen.failed());
    report.add(RunMetric.WAITERS_FAILED, waitersFailed);
    report.add(RunMetric.FAULTS, server.faults().hits());
    report.add(RunMetric.FAILED_RPCS, server.failed().values().stream().mapToLong(n -> n).sum());
    report.add(RunMetric.FAILED_CREATIONS, failedCreations);
    report.add(RunMetric.BLAST_RADIUS, blastRadius);
    report.millis(RunMetric.TIME_TO_RECOVER, recoveryNanos());
    report.add(RunMetric.RPCS, server.received(Rpc.BATCH_CREATE_SESSIONS));
    report.add(RunMetric.CREATED, server.sessionsCreated());
    report.add(RunMetric.LEAKED, leaked());
    report.add(RunMetric.STALE, Math.max(0, seen.pool().total() - server.sessionsAlive()));
    report.add(RunMetric.BEYOND_MAX, beyondMax());
  }

  /**
   * From the last fault until nothing that it touched is left: the end of the last operation that
   * failed or was under way at that moment. What begins later succeeds.
   *
   * @return nanoseconds, at least 0; NaN where there was no fault
   */
  private double recoveryNanos() {
    OptionalLong last = server.faults().lastActNanos();
    if (last.isEmpty()) {
      return Double.NaN;
    }
    return (double)
        seen.operations().stream()
            .filter(o -> o.failed() || o.wantedNanos() - last.getAsLong() <= 0)
            .mapToLong(o -> Math.max(0, o.releasedNanos() - last.getAsLong()))
            .max()
            .orElse(0);
  }

  /** Sessions that the server holds and the pool does not know. */
  private long leaked() {
    return Math.max(0, server.sessionsAlive() - seen.pool().total());
  }

  /** Sessions that the server or the pool holds beyond the pool's maximum. */
  private long beyondMax() {
    long held = Math.max(server.sessionsAlive(), seen.pool().total());
    return Math.max(0, held - seen.shape().maxSessions());
  }
}
