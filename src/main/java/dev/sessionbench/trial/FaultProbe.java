package dev.sessionbench.trial;

import dev.sessionbench.load.OperationTimes;
import dev.sessionbench.model.Rpc;
import java.util.OptionalLong;

/**
 * Names the figures of a run against a server that goes wrong.
 *
 * @param seen the run
 * @param server what its server counted
 */
record FaultProbe(Observation seen, ServerView server) {
  static void read(Observation seen, TrialReport report) {
    new FaultProbe(seen, seen.server().orElseThrow()).report(report);
  }

  private void report(TrialReport report) {
    report.count("applicationErrors", applicationErrors());
    report.count("waitersFailed", waitersFailed());
    report.count("faultsInjected", server.faults().hits());
    report.count("failedRpcs", server.failed().values().stream().mapToLong(n -> n).sum());
    report.count("failedCreations", server.failed(Rpc.BATCH_CREATE_SESSIONS));
    report.figure("blastRadius", blastRadius(), "waiters/RPC");
    report.millis("timeToRecover", recoveryNanos());
    report.count("numBatchCreateSessionsRpcs", server.received(Rpc.BATCH_CREATE_SESSIONS));
    report.count("sessionsCreated", server.sessionsCreated());
    report.count("sessionsLeaked", leaked());
    report.count("sessionsStale", Math.max(0, seen.pool().total() - server.sessionsAlive()));
    report.count("sessionsBeyondMax", beyondMax());
  }

  private long applicationErrors() {
    return seen.operations().stream().filter(OperationTimes::failed).count();
  }

  /** Operations that failed while they waited for a session. */
  private long waitersFailed() {
    return seen.operations().stream().filter(o -> o.failed() && !o.hadSession()).count();
  }

  /** Waiters that failed for each BatchCreateSessions that did; NaN where none did. */
  private double blastRadius() {
    long failed = server.failed(Rpc.BATCH_CREATE_SESSIONS);
    return failed == 0 ? Double.NaN : (double) waitersFailed() / failed;
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
  long leaked() {
    return Math.max(0, server.sessionsAlive() - seen.pool().total());
  }

  /** Sessions that the server or the pool holds beyond the pool's maximum. */
  long beyondMax() {
    long held = Math.max(server.sessionsAlive(), seen.pool().total());
    return Math.max(0, held - seen.shape().maxSessions());
  }
}
