package dev.sessionbench.bench.trial;

import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.bench.load.OperationTimes;
import dev.sessionbench.bench.trial.Observation.Change;
import dev.sessionbench.bench.trial.Observation.ServerView;

/**
 * What serving a load costs beside its requests and waits, and whether the run was one of a pool
 * that served it: the figures that virtual time gives too, by the same names.
 */
final class CostProbes {
  private CostProbes() {}

  /** What must hold whatever the rule, even where callers are refused. */
  static void check(Observation seen, TrialReport report) {
    GrowthChecks.noMultiplexedSessions(seen, report);
    GrowthChecks.rpcsAgree(seen, report);
    GrowthChecks.allEnded(seen, report);
    int ended = seen.operations().size();
    long refused =
        seen.account()
            .map(account -> seen.metrics().timeouts() + account.refused())
            .orElseGet(() -> refusedByAClientThatDoesNotTell(seen));
    report.complainIf(
        seen.failed() != refused,
        "%d operations failed, and the pool refused %d",
        seen.failed(),
        refused);
    report.complainIf(
        seen.metrics().acquired() != ended - seen.failed(),
        "the pool lent %d sessions to %d operations that did not fail",
        seen.metrics().acquired(),
        ended - seen.failed());
  }

  /** After a fault it refuses the callers whose request failed, and says no more than that. */
  private static long refusedByAClientThatDoesNotTell(Observation seen) {
    return seen.server().filter(server -> server.faults().hits() > 0).isEmpty()
        ? seen.metrics().timeouts()
        : seen.failedWithoutSession();
  }

  static void read(Observation seen, TrialReport report) {
    report.add(RunMetric.FAILED_CALLERS, seen.failed());
    seen.account()
        .ifPresent(
            account -> {
              report.add(RunMetric.MAX_SESSIONS, account.maxSessions());
              report.add(RunMetric.NEVER_USED, account.neverUsed());
              report.add(RunMetric.CLOSED, account.closings().size());
              report.add(RunMetric.IDLE_SECONDS, account.idleNanos() / Nanos.PER_SECOND);
            });
    seen.server()
        .ifPresent(
            server -> {
              report.add(
                  RunMetric.IN_FLIGHT, ServerView.maxInFlight(server.journal(), Long.MIN_VALUE));
              if (seen.account().isEmpty()) {
                ofJournal(seen, server, report);
              }
            });
  }

  /** What the server and the operations tell of a pool that does not. */
  private static void ofJournal(Observation seen, ServerView server, TrialReport report) {
    report.add(RunMetric.MAX_SESSIONS, Change.most(seen.sessions(server)));
    report.add(RunMetric.CLOSED, server.received(Rpc.DELETE_SESSION));
    report.add(
        RunMetric.IDLE_SECONDS, idleNanos(seen, server) / seen.timeScale() / Nanos.PER_SECOND);
  }

  /** The time from the start of the load to its end, for each session that nobody had. */
  private static double idleNanos(Observation seen, ServerView server) {
    long end = seen.startNanos();
    for (OperationTimes operation : seen.operations()) {
      long last =
          operation.releasedNanos() == OperationTimes.NEVER
              ? operation.acquiredNanos()
              : operation.releasedNanos();
      end = Math.max(end, last == OperationTimes.NEVER ? end : last);
    }
    double nanos = 0;
    for (Change change : seen.sessions(server)) {
      nanos += change.by() * nanosUntil(end, change, seen);
    }
    for (Change change : seen.uses()) {
      nanos -= change.by() * nanosUntil(end, change, seen);
    }
    return nanos;
  }

  private static double nanosUntil(long end, Change change, Observation seen) {
    return (double) Math.max(0, end - Math.max(change.nanos(), seen.startNanos()));
  }
}
