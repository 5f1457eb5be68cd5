package dev.sessionbench.bench.trial;

import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.bench.client.ClientUnderTest;
import dev.sessionbench.bench.trial.FaultOptions.FaultScenario;
import dev.sessionbench.bench.trial.Observation.ServerView;
import dev.sessionbench.bench.trial.TrialReport.Probe;
import java.util.List;

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
   * What must hold whatever the pool's strategy: enough for those who compare the counts of two
   * clients, and for whom another count is a finding, not an error.
   */
  static void anyStrategy(Observation seen, TrialReport report) {
    noMultiplexedSessions(seen, report);
    report.complainIf(
        seen.metrics().acquired() < seen.load().size(),
        "the pool handed out %d sessions for %d operations",
        seen.metrics().acquired(),
        seen.load().size());
    rpcsAgree(seen, report);
    report.complainIf(
        seen.alive() != seen.pool().total(),
        "the server holds %d sessions, the pool %d",
        seen.alive(),
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
        "multiplexed sessions were in use (%d CreateSession RPCs, %d multiplexed uses): the pool"
            + " did not serve this load",
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
   * The pool has grown by its strategy.
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

  /** What must hold whatever the strategy, even where callers are refused. */
  static void whereCallersAreRefused(Observation seen, TrialReport report) {
    noMultiplexedSessions(seen, report);
    rpcsAgree(seen, report);
    allEnded(seen, report);
    long refused =
        seen.account()
            .map(account -> seen.metrics().timeouts() + account.refused())
            .orElseGet(() -> refusedByAClientThatDoesNotTell(seen));
    report.complainIf(
        seen.failed() != refused,
        "%d operations failed, and the pool refused %d",
        seen.failed(),
        refused);
    long succeeded = seen.operations().size() - seen.failed();
    report.complainIf(
        seen.metrics().acquired() != succeeded,
        "the pool lent %d sessions to %d operations that did not fail",
        seen.metrics().acquired(),
        succeeded);
  }

  /** After a fault it refuses the callers whose request failed, and says no more than that. */
  private static long refusedByAClientThatDoesNotTell(Observation seen) {
    return seen.server().filter(server -> server.faults().hits() > 0).isEmpty()
        ? seen.metrics().timeouts()
        : seen.failedWithoutSession();
  }

  /** What must hold whatever goes wrong on the server; operations may fail. */
  static Probe under(FaultScenario scenario) {
    return (seen, report) -> {
      noMultiplexedSessions(seen, report);
      allEnded(seen, report);
      int max = seen.shape().maxSessions();
      report.complainIf(
          seen.pool().total() > max || (seen.beyondMax() > 0 && !scenario.losesReplies()),
          "the pool holds %d sessions and the server %d, where at most %d are allowed",
          seen.pool().total(),
          seen.alive(),
          max);
      report.complainIf(
          seen.leaked() > 0 && !scenario.losesReplies(),
          "%d sessions leaked: the server holds %d, the pool %d",
          seen.leaked(),
          seen.alive(),
          seen.pool().total());
      // An attempt may die on its way; it never arrives without having left.
      long received = seen.rpcs(Rpc.BATCH_CREATE_SESSIONS);
      long sent = seen.attempts(Rpc.BATCH_CREATE_SESSIONS);
      boolean arrivesWhole = !scenario.plan().needsTcp() && !scenario.limitsCreations();
      report.complainIf(
          arrivesWhole ? received != sent : received > sent,
          "the server counted %d BatchCreateSessions RPCs, the client %d",
          received,
          sent);
    };
  }

  /** What must hold whatever the strategies: both ends agree, on sessions of the right kind. */
  static void anyStrategy(List<ClientUnderTest> clients, Observation seen, TrialReport report) {
    rpcsAgree(seen, report);
    long multiplexed = clients.stream().filter(ClientUnderTest::multiplexed).count();
    if (multiplexed == 0) {
      noMultiplexedSessions(seen, report);
    }
    report.complainIf(
        seen.rpcs(Rpc.CREATE_SESSION) < multiplexed,
        "%d multiplexed sessions were created for %d clients that work on one: not every client"
            + " works as its name says",
        seen.rpcs(Rpc.CREATE_SESSION),
        multiplexed);
  }

  /**
   * What the version's strategy does not allow; nothing is said of a fleet, whose pools grow at the
   * same time.
   *
   * @param clients the clients
   * @param batchLimit sessions that the server returns for one RPC at most
   */
  static void growth(
      List<ClientUnderTest> clients, int batchLimit, Observation seen, TrialReport report) {
    if (clients.size() > 1) {
      return;
    }
    ClientUnderTest client = clients.get(0);
    if (client.growsByStep()) {
      closedForm(seen, batchLimit, report);
    } else if (client.growsByWaiters()) {
      byWaiters(seen, batchLimit, report);
    }
  }

  /**
   * A pool from before the step asks for as many sessions as have come to wait since it last asked:
   * for one where each caller that finds none asks. A caller that is to write may wait without
   * asking, for a session that is being prepared, and the next request is then for more than one.
   */
  private static void byWaiters(Observation seen, int batchLimit, TrialReport report) {
    PoolShape shape = seen.shape();
    long created = seen.sessionsCreatedOrHeld();
    long grown = created - shape.minSessions();
    long growthRpcs = seen.rpcs(Rpc.BATCH_CREATE_SESSIONS) - shape.initialRpcs(batchLimit);
    boolean readsAlone = seen.rpcs(Rpc.COMMIT) == 0;
    report.complainIf(
        grown < 0
            // It deletes idle sessions every ten seconds, and a slow run may create new ones.
            || seen.alive() > shape.maxSessions()
            || growthRpcs > grown
            || (growthRpcs == 0 && grown > 0)
            || (readsAlone && growthRpcs != grown),
        "%d BatchCreateSessions RPCs created %d sessions, of which there are %d: a pool that asks"
            + " for its waiters cannot have done that",
        seen.rpcs(Rpc.BATCH_CREATE_SESSIONS),
        created,
        seen.alive());
  }
}
