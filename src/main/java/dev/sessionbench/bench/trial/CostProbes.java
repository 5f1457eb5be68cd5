package dev.sessionbench.bench.trial;

import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.bench.load.OperationTimes;
import dev.sessionbench.bench.trial.Observation.ServerView;
import java.util.ArrayList;
import java.util.List;

/**
 * What serving a load costs beside its requests and waits, and whether the run was one of a pool
 * that served it: the figures that virtual time gives too, by the same names.
 */
final class CostProbes {
  private CostProbes() {}

  /** What must hold whatever the rule, even where callers are refused. */
  static void check(Observation seen, TrialReport report) {
    GrowthChecks.noMultiplexedSessions(seen, report);
    seen.server().ifPresent(server -> GrowthChecks.rpcsAgree(seen, server, report));
    int ended = seen.operations().size();
    report.complainIf(
        ended != seen.load().size(), "%d of %d operations have ended", ended, seen.load().size());
    long refused =
        seen.account()
            .map(account -> seen.metrics().timeouts() + account.refused())
            .orElseGet(() -> refusedByAClientThatDoesNotTell(seen));
    report.complainIf(
        failed(seen) != refused,
        "%d operations failed, and the pool refused %d",
        failed(seen),
        refused);
    report.complainIf(
        seen.metrics().acquired() != ended - failed(seen),
        "the pool lent %d sessions to %d operations that did not fail",
        seen.metrics().acquired(),
        ended - failed(seen));
  }

  /** After a fault it refuses the callers whose request failed, and says no more than that. */
  private static long refusedByAClientThatDoesNotTell(Observation seen) {
    return seen.server().filter(server -> server.faults().hits() > 0).isEmpty()
        ? seen.metrics().timeouts()
        : seen.operations().stream().filter(o -> o.failed() && !o.hadSession()).count();
  }

  static void read(Observation seen, TrialReport report) {
    report.count("failedCallers", failed(seen));
    seen.account()
        .ifPresent(
            account -> {
              report.count("poolMaxSessions", account.maxSessions());
              report.count("sessionsNeverUsed", account.neverUsed());
              report.count("sessionsClosed", account.closings().size());
              report.figure("idleSessionSeconds", account.idleNanos() / Nanos.PER_SECOND, "s");
            });
    seen.server()
        .ifPresent(
            server -> {
              report.count(
                  "maxRpcsInFlight", ServerView.maxInFlight(server.journal(), Long.MIN_VALUE));
              if (seen.account().isEmpty()) {
                ofJournal(seen, server, report);
              }
            });
  }

  /** What the server and the operations tell of a pool that does not. */
  private static void ofJournal(Observation seen, ServerView server, TrialReport report) {
    report.count("poolMaxSessions", Change.most(seen.sessions(server)));
    report.count("sessionsClosed", server.received(Rpc.DELETE_SESSION));
    report.figure(
        "idleSessionSeconds", idleNanos(seen, server) / seen.timeScale() / Nanos.PER_SECOND, "s");
  }

  /** The time from the start of the load to its end, for each session that nobody had. */
  private static double idleNanos(Observation seen, ServerView server) {
    List<Change> idle = new ArrayList<>(seen.sessions(server));
    long end = seen.startNanos();
    for (OperationTimes operation : seen.operations()) {
      if (operation.hadSession()) {
        idle.add(new Change(operation.acquiredNanos(), -1));
        end = Math.max(end, operation.acquiredNanos());
      }
      if (operation.releasedNanos() != OperationTimes.NEVER) {
        end = Math.max(end, operation.releasedNanos());
        if (operation.hadSession()) {
          idle.add(new Change(operation.releasedNanos(), 1));
        }
      }
    }
    double nanos = 0;
    for (Change change : idle) {
      long from = Math.max(change.nanos(), seen.startNanos());
      nanos += change.by() * (double) Math.max(0, end - from);
    }
    return nanos;
  }

  private static long failed(Observation seen) {
    return seen.operations().stream().filter(OperationTimes::failed).count();
  }
}
