package dev.sessionbench.workload;

import dev.sessionbench.model.PoolShape;
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
    if (seen.createSessionRpcs() > 0 || seen.metrics().multiplexedAcquired() > 0) {
      complaints.add(
          "multiplexed sessions were in use (%d CreateSession RPCs, %d multiplexed uses): the pool did not serve this load"
              .formatted(seen.createSessionRpcs(), seen.metrics().multiplexedAcquired()));
    }
    if (seen.metrics().acquired() < options.operations()) {
      complaints.add(
          "the pool handed out %d sessions for %d operations"
              .formatted(seen.metrics().acquired(), options.operations()));
    }
    if (seen.batchCreateRpcs() != seen.batchCreateAttempts()) {
      complaints.add(
          "the server counted %d BatchCreateSessions RPCs, the client %d"
              .formatted(seen.batchCreateRpcs(), seen.batchCreateAttempts()));
    }
    if (seen.sessionsAlive() != seen.poolTotal()) {
      complaints.add(
          "the server holds %d sessions, the pool %d"
              .formatted(seen.sessionsAlive(), seen.poolTotal()));
    }
    if (seen.metrics().timeouts() > 0) {
      complaints.add(seen.metrics().timeouts() + " waits for a session timed out");
    }
    return complaints;
  }

  private void checkCount(PoolShape shape, PoolObservation seen, List<String> complaints) {
    // A burst may want fewer sessions than it has threads; what it may not do is want more, or
    // grow by other steps than the pool's.
    int peak =
        workload.growsByClosedForm()
            ? options.peakDemand()
            : (int) Math.min(seen.sessionsCreated(), shape.finalSessions(options.peakDemand()));
    int expectedRpcs = shape.totalRpcs(peak, batchLimit);
    int expectedSessions = shape.finalSessions(peak);
    if (seen.batchCreateRpcs() != expectedRpcs || seen.sessionsCreated() != expectedSessions) {
      complaints.add(
          "%d BatchCreateSessions RPCs created %d sessions, where %s allows %d RPCs and %d sessions"
              .formatted(
                  seen.batchCreateRpcs(),
                  seen.sessionsCreated(),
                  shape,
                  expectedRpcs,
                  expectedSessions));
    }
  }
}
