package dev.sessionbench.bench.trial;

import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.bench.trial.Observation.ServerView;

/**
 * Whether a run measured what its name says: the growth of a pool of regular sessions.
 *
 * <p>The client's own benchmark reports a time long after the pool has fallen out of use (4 RPCs
 * for every step at 6.107.0, because multiplexed sessions serve it). So a run whose counts the
 * shape of the pool does not allow is an error here, never a result.
 */
final class GrowthChecks {
  private GrowthChecks() {}

  /**
   * What must hold whatever the pool's rule of growth: enough for those who compare the counts of
   * two clients, and for whom another count is a finding, not an error.
   */
  static void anyRule(Observation seen, TrialReport report) {
    noMultiplexedSessions(seen, report);
    report.complainIf(
        seen.metrics().acquired() < seen.load().size(),
        "the pool handed out %d sessions for %d operations",
        seen.metrics().acquired(),
        seen.load().size());
    rpcsAgree(seen, report);
    long alive = seen.server().map(ServerView::sessionsAlive).orElse((long) seen.pool().total());
    report.complainIf(
        alive != seen.pool().total(),
        "the server holds %d sessions, the pool %d",
        alive,
        seen.pool().total());
    report.complainIf(
        seen.metrics().timeouts() > 0,
        "%d waits for a session timed out",
        seen.metrics().timeouts());
  }

  static void allEnded(Observation seen, TrialReport report) {
    int ended = seen.operations().size();
    report.complainIf(
        ended != seen.load().size(), "%d of %d operations have ended", ended, seen.load().size());
  }

  static void noMultiplexedSessions(Observation seen, TrialReport report) {
    long created =
        Math.max(
            seen.rpcs(Rpc.CREATE_SESSION),
            seen.server().map(ServerView::multiplexedCreated).orElse(0L));
    long uses = Math.max(0, seen.metrics().multiplexedAcquired());
    report.complainIf(
        created > 0 || uses > 0,
        "multiplexed sessions were in use (%d CreateSession RPCs, %d multiplexed uses): the pool did not serve this load",
        created,
        uses);
  }

  /** What both ends of the wire count must be the same: else one of them does not see the load. */
  static void rpcsAgree(Observation seen, TrialReport report) {
    for (Rpc rpc : Rpc.values()) {
      report.complainIf(
          seen.rpcs(rpc) != seen.attempts(rpc),
          "the server counted %d %s RPCs, the client %d",
          seen.rpcs(rpc),
          rpc.methodName(),
          seen.attempts(rpc));
    }
  }

  /**
   * The pool has grown by its rule.
   *
   * @param batchLimit sessions that the server returns for one RPC at most
   */
  static void closedForm(Observation seen, int batchLimit, TrialReport report) {
    PoolShape shape = seen.shape();
    int demand = seen.load().peakDemand();
    // A burst may want fewer sessions than it has callers; what it may not do is want more, or
    // grow by other steps than the pool's.
    int peak =
        seen.load().demandIsCertain()
            ? demand
            : (int) Math.min(seen.sessionsCreatedOrHeld(), shape.finalSessions(demand));
    int expectedRpcs = shape.totalRpcs(peak, batchLimit);
    int expectedSessions = shape.finalSessions(peak);
    report.complainIf(
        seen.rpcs(Rpc.BATCH_CREATE_SESSIONS) != expectedRpcs
            || seen.sessionsCreatedOrHeld() != expectedSessions,
        "%d BatchCreateSessions RPCs created %d sessions, where %s allows %d RPCs and %d sessions",
        seen.rpcs(Rpc.BATCH_CREATE_SESSIONS),
        seen.sessionsCreatedOrHeld(),
        shape,
        expectedRpcs,
        expectedSessions);
  }
}
