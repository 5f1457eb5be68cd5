package dev.sessionbench.workload;

import dev.sessionbench.model.PoolShape;
import dev.sessionbench.model.Rpc;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides whether a run measured what its name says: the growth of a pool of regular sessions.
 *
 * <p>The client's own benchmark reports a time long after the pool has fallen out of use (4 RPCs
 * for every step at 6.107.0, because multiplexed sessions serve it). So a run whose counts the
 * shape of the pool does not allow is an error here, never a result.
 */
public final class GrowthCheck {
  private final Workload workload;
  private final WorkloadOptions options;
  private final int batchLimit;

  /**
   * A check for runs of one load.
   *
   * @param workload the load
   * @param options its size
   * @param batchLimit sessions that the server returns for one RPC at most
   */
  public GrowthCheck(Workload workload, WorkloadOptions options, int batchLimit) {
    this.workload = workload;
    this.options = options;
    this.batchLimit = batchLimit;
  }

  /**
   * What is wrong with a run.
   *
   * @param seen what was counted in it
   * @return one sentence for each contradiction; empty for a sound run
   */
  public List<String> complaints(PoolObservation seen) {
    List<String> complaints = new ArrayList<>(contradictions(seen));
    checkCount(options.shape(), seen, complaints);
    return complaints;
  }

  /**
   * What is wrong with a run whatever the pool's rule of growth: for those who compare the counts
   * of two clients, and for whom another count is a finding, not an error.
   *
   * @param seen what was counted in it
   * @return one sentence for each contradiction; empty for a sound run
   */
  public List<String> contradictions(PoolObservation seen) {
    List<String> complaints = new ArrayList<>();
    long createSessions = seen.rpcs(Rpc.CREATE_SESSION);
    if (createSessions > 0 || seen.metrics().multiplexedAcquired() > 0) {
      complaints.add(
          "multiplexed sessions were in use (%d CreateSession RPCs, %d multiplexed uses): the pool did not serve this load"
              .formatted(createSessions, seen.metrics().multiplexedAcquired()));
    }
    if (seen.metrics().acquired() < options.operations()) {
      complaints.add(
          "the pool handed out %d sessions for %d operations"
              .formatted(seen.metrics().acquired(), options.operations()));
    }
    seen.server().ifPresent(server -> checkAgreement(seen, server, complaints));
    if (seen.metrics().timeouts() > 0) {
      complaints.add(seen.metrics().timeouts() + " waits for a session timed out");
    }
    return complaints;
  }

  /** What both ends of the wire count must be the same: else one of them does not see the load. */
  private static void checkAgreement(
      PoolObservation seen, ServerCounts server, List<String> complaints) {
    for (Rpc rpc : Rpc.values()) {
      if (server.received(rpc) != seen.attempts(rpc)) {
        complaints.add(
            "the server counted %d %s RPCs, the client %d"
                .formatted(server.received(rpc), rpc.methodName(), seen.attempts(rpc)));
      }
    }
    if (server.sessionsAlive() != seen.poolTotal()) {
      complaints.add(
          "the server holds %d sessions, the pool %d"
              .formatted(server.sessionsAlive(), seen.poolTotal()));
    }
  }

  private void checkCount(PoolShape shape, PoolObservation seen, List<String> complaints) {
    // A burst may want fewer sessions than it has threads; what it may not do is want more, or
    // grow by other steps than the pool's.
    int peak =
        workload.growsByClosedForm()
            ? options.peakDemand()
            : (int)
                Math.min(seen.sessionsCreatedOrHeld(), shape.finalSessions(options.peakDemand()));
    int expectedRpcs = shape.totalRpcs(peak, batchLimit);
    int expectedSessions = shape.finalSessions(peak);
    if (seen.rpcs(Rpc.BATCH_CREATE_SESSIONS) != expectedRpcs
        || seen.sessionsCreatedOrHeld() != expectedSessions) {
      complaints.add(
          "%d BatchCreateSessions RPCs created %d sessions, where %s allows %d RPCs and %d sessions"
              .formatted(
                  seen.rpcs(Rpc.BATCH_CREATE_SESSIONS),
                  seen.sessionsCreatedOrHeld(),
                  shape,
                  expectedRpcs,
                  expectedSessions));
    }
  }
}
