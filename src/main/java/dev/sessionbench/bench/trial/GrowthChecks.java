package dev.sessionbench.bench.trial;

import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.bench.client.ClientUnderTest;
import dev.sessionbench.bench.client.PoolUnderTest.PoolMetrics;
import dev.sessionbench.bench.trial.FaultOptions.FaultScenario;
import dev.sessionbench.bench.trial.TrialReport.Probe;
import java.util.List;
import java.util.Optional;

/**
 * Checks that a run measured the growth of a pool of regular sessions.
 *
 * <p>A run fails if the pool's configuration does not allow its counts. The client's own benchmark
 * reports a time even where the pool is not used. At 6.107.0 it sends 4 RPCs for every step,
 * because multiplexed sessions serve it.
 */
final class GrowthChecks {
  private GrowthChecks() {}

  /**
   * Checks what holds for every strategy. Comparisons of two clients use only this check, because a
   * different count is a finding there, not an error.
   */
  static void anyStrategy(Observation seen, TrialReport report) {
    noMultiplexedSessions(seen, report);
    long acquired = seen.metrics().acquired();
    int wanted = seen.load().size();
    report.complainIf(
        acquired < wanted, "the pool handed out %d sessions for %d operations", acquired, wanted);
    rpcsAgree(seen, report);
    long alive = seen.alive();
    int held = seen.pool().total();
    report.complainIf(alive != held, "the server holds %d sessions, the pool %d", alive, held);
    long timeouts = seen.metrics().timeouts();
    report.complainIf(timeouts > 0, "%d waits for a session timed out", timeouts);
  }

  static void allEnded(Observation seen, TrialReport report) {
    int ended = seen.operations().size();
    report.complainIf(
        ended != seen.load().size(), "%d of %d operations have ended", ended, seen.load().size());
  }

  static void noMultiplexedSessions(Observation seen, TrialReport report) {
    long onServer = seen.server().map(view -> view.sessions().multiplexedCreated()).orElse(0L);
    long created = Math.max(seen.rpcs(Rpc.CREATE_SESSION), onServer);
    long uses = Math.max(0, seen.metrics().multiplexedAcquired());
    String complaint =
        "multiplexed sessions were in use (%d CreateSession RPCs, %d multiplexed uses): the pool"
            + " did not serve this load";
    report.complainIf(created > 0 || uses > 0, complaint, created, uses);
  }

  /** Checks that both ends of the wire count the same RPCs; otherwise one of them misses load. */
  static void rpcsAgree(Observation seen, TrialReport report) {
    for (Rpc rpc : Rpc.values()) {
      long received = seen.rpcs(rpc);
      long sent = seen.attempts(rpc);
      String complaint = "the server counted %d %s RPCs, the client %d";
      report.complainIf(received != sent, complaint, received, rpc.methodName(), sent);
    }
  }

  /**
   * Checks that the pool has grown by its strategy.
   *
   * @param batchLimit sessions that the server returns for one RPC at most
   */
  static void closedForm(Observation seen, int batchLimit, TrialReport report) {
    PoolShape shape = seen.shape();
    int demand = seen.load().peakDemand();
    // A burst may want fewer sessions than it has callers. It must not want more, or grow by
    // another step than the pool's.
    long created = seen.sessionsCreatedOrHeld();
    int most = (int) Math.min(created, shape.finalSessions(demand));
    int peak = seen.load().demandIsCertain() ? demand : most;
    int expectedRpcs = shape.totalRpcs(peak, batchLimit);
    int expectedSessions = shape.finalSessions(peak);
    long rpcs = seen.rpcs(Rpc.BATCH_CREATE_SESSIONS);
    boolean wrong = rpcs != expectedRpcs || created != expectedSessions;
    String complaint =
        "%d BatchCreateSessions RPCs created %d sessions, where %s allows %d RPCs and %d sessions";
    report.complainIf(wrong, complaint, rpcs, created, shape, expectedRpcs, expectedSessions);
  }

  /** Checks what holds for every strategy, even where callers are refused. */
  static void whereCallersAreRefused(Observation seen, TrialReport report) {
    noMultiplexedSessions(seen, report);
    rpcsAgree(seen, report);
    allEnded(seen, report);
    if (seen.metrics().equals(PoolMetrics.UNKNOWN)) {
      // A connection pool does not say whom it served; the failed callers are a metric.
      return;
    }
    Optional<Long> told = seen.account().map(own -> seen.metrics().timeouts() + own.refused());
    long refused = told.orElseGet(() -> refusedByAClientThatDoesNotTell(seen));
    long failed = seen.failed();
    report.complainIf(
        failed != refused, "%d operations failed, and the pool refused %d", failed, refused);
    long succeeded = seen.operations().size() - failed;
    long acquired = seen.metrics().acquired();
    String complaint = "callers acquired %d sessions for %d operations that did not fail";
    report.complainIf(acquired != succeeded, complaint, acquired, succeeded);
  }

  /** After a fault the client refuses the callers whose request failed, and does not count them. */
  private static long refusedByAClientThatDoesNotTell(Observation seen) {
    return seen.server().filter(server -> server.faults().hits() > 0).isEmpty()
        ? seen.metrics().timeouts()
        : seen.failedWithoutSession();
  }

  /** Checks what holds in every fault scenario; operations may fail. */
  static Probe under(FaultScenario scenario) {
    return (seen, report) -> {
      noMultiplexedSessions(seen, report);
      allEnded(seen, report);
      int max = seen.shape().maxSessions();
      int held = seen.pool().total();
      long alive = seen.alive();
      long leaked = seen.leaked();
      boolean losesReplies = scenario.losesReplies();
      boolean beyond = held > max || (seen.beyondMax() > 0 && !losesReplies);
      String tooMany = "the pool holds %d sessions and the server %d, where at most %d are allowed";
      report.complainIf(beyond, tooMany, held, alive, max);
      String lost = "%d sessions leaked: the server holds %d, the pool %d";
      report.complainIf(leaked > 0 && !losesReplies, lost, leaked, alive, held);
      // An attempt may be lost on its way, but the server cannot receive one that was never sent.
      long received = seen.rpcs(Rpc.BATCH_CREATE_SESSIONS);
      long sent = seen.attempts(Rpc.BATCH_CREATE_SESSIONS);
      boolean arrivesWhole = !scenario.plan().needsTcp() && !scenario.limitsCreations();
      boolean wrong = arrivesWhole ? received != sent : received > sent;
      report.complainIf(
          wrong, "the server counted %d BatchCreateSessions RPCs, the client %d", received, sent);
    };
  }

  /** Checks that client and server agree, and that the sessions are of the right kind. */
  static void anyStrategy(List<ClientUnderTest> clients, Observation seen, TrialReport report) {
    if (clients.isEmpty()) {
      anyStrategy(seen, report);
      return;
    }
    rpcsAgree(seen, report);
    long multiplexed = clients.stream().filter(ClientUnderTest::multiplexed).count();
    if (multiplexed == 0) {
      noMultiplexedSessions(seen, report);
    }
    String complaint =
        "%d multiplexed sessions were created for %d clients that need one each: a client does"
            + " not work as its name says";
    long created = seen.rpcs(Rpc.CREATE_SESSION);
    report.complainIf(created < multiplexed, complaint, created, multiplexed);
  }

  /**
   * Checks that the client grew by the strategy of its version. It checks no fleet, because the
   * pools of a fleet grow at the same time.
   *
   * @param clients the clients; none for the one that the suite is built with
   * @param batchLimit sessions that the server returns for one RPC at most
   */
  static void growth(
      List<ClientUnderTest> clients, int batchLimit, Observation seen, TrialReport report) {
    if (clients.isEmpty() || (clients.size() == 1 && clients.get(0).growsByStep())) {
      closedForm(seen, batchLimit, report);
    } else if (clients.size() == 1 && clients.get(0).growsByWaiters()) {
      byWaiters(seen, batchLimit, report);
    }
  }

  /**
   * Checks a client from before the step. Its pool asks for as many sessions as callers have begun
   * to wait since its last request. If each caller that finds no idle session asks, each request is
   * for one session. A writer may wait without asking, for a session that is being prepared. The
   * next request is then for more than one.
   */
  private static void byWaiters(Observation seen, int batchLimit, TrialReport report) {
    PoolShape shape = seen.shape();
    long created = seen.sessionsCreatedOrHeld();
    long grown = created - shape.minSessions();
    long growthRpcs = seen.rpcs(Rpc.BATCH_CREATE_SESSIONS) - shape.initialRpcs(batchLimit);
    boolean readsAlone = seen.rpcs(Rpc.COMMIT) == 0;
    report.complainIf(
        grown < 0
            // The client deletes idle sessions every ten seconds, and a slow run may create new
            // ones.
            || seen.alive() > shape.maxSessions()
            || growthRpcs > grown
            || (growthRpcs == 0 && grown > 0)
            || (readsAlone && growthRpcs != grown),
        "%d BatchCreateSessions RPCs created %d sessions, of which %d exist: a pool that grows"
            + " by its waiters cannot do that",
        seen.rpcs(Rpc.BATCH_CREATE_SESSIONS),
        created,
        seen.alive());
  }
}
