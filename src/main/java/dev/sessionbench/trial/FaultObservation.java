package dev.sessionbench.trial;

import dev.sessionbench.fault.FaultStatistics;
import dev.sessionbench.workload.OperationOutcome;
import java.util.ArrayList;
import java.util.List;

/**
 * What was seen in one run, after the pool had come to rest.
 *
 * @param outcomes how the application's operations ended
 * @param faults what the plan did while the load ran
 * @param creationRpcs BatchCreateSessions RPCs that the server received
 * @param creationAttempts BatchCreateSessions attempts that left the client
 * @param failedCreations those received that were answered with an error or not at all
 * @param failedRpcs RPCs of all methods that were answered with an error or not at all
 * @param sessionsCreated sessions that the server created
 * @param sessionsAlive sessions that the server holds
 * @param poolTotal sessions that the pool holds
 * @param multiplexedSessions multiplexed sessions that the server created
 */
record FaultObservation(
    List<OperationOutcome> outcomes,
    FaultStatistics faults,
    long creationRpcs,
    long creationAttempts,
    long failedCreations,
    long failedRpcs,
    long sessionsCreated,
    long sessionsAlive,
    int poolTotal,
    long multiplexedSessions) {

  long applicationErrors() {
    return outcomes.stream().filter(OperationOutcome::failed).count();
  }

  /** Operations that failed while they waited for a session. */
  long waitersFailed() {
    return outcomes.stream().filter(o -> o.failed() && !o.hadSession()).count();
  }

  /** Waiters that failed for each BatchCreateSessions that did; NaN where none did. */
  double blastRadius() {
    return failedCreations == 0 ? Double.NaN : (double) waitersFailed() / failedCreations;
  }

  /**
   * From the last fault until nothing that it touched is left: the end of the last operation that
   * failed or was under way at that moment. What begins later succeeds.
   *
   * @return nanoseconds, at least 0; NaN where there was no fault
   */
  double recoveryNanos() {
    if (faults.lastActNanos().isEmpty()) {
      return Double.NaN;
    }
    long last = faults.lastActNanos().getAsLong();
    return outcomes.stream()
        .filter(o -> o.failed() || o.startNanos() - last <= 0)
        .mapToLong(o -> Math.max(0, o.endNanos() - last))
        .max()
        .orElse(0);
  }

  /** Sessions that the server holds and the pool does not know. */
  long sessionsLeaked() {
    return Math.max(0, sessionsAlive - poolTotal);
  }

  /** Sessions that the pool holds and the server does not know. */
  long sessionsStale() {
    return Math.max(0, poolTotal - sessionsAlive);
  }

  /** Sessions that the server or the pool holds beyond the pool's maximum. */
  long sessionsBeyondMax(int maxSessions) {
    return Math.max(0, Math.max(sessionsAlive, poolTotal) - maxSessions);
  }

  /**
   * What must not be, whatever goes wrong.
   *
   * @param options the run
   * @return one sentence for each contradiction; empty for a sound run
   */
  List<String> complaints(FaultOptions options) {
    List<String> complaints = new ArrayList<>();
    int max = options.size().shape().maxSessions();
    if (multiplexedSessions > 0) {
      complaints.add("multiplexed sessions were in use: the pool did not serve this load");
    }
    if (outcomes.size() != options.size().operations()) {
      complaints.add(
          "%d of %d operations have ended".formatted(outcomes.size(), options.size().operations()));
    }
    if (poolTotal > max || (sessionsBeyondMax(max) > 0 && !options.scenario().losesReplies())) {
      complaints.add(
          "the pool holds %d sessions and the server %d, where at most %d are allowed"
              .formatted(poolTotal, sessionsAlive, max));
    }
    if (sessionsLeaked() > 0 && !options.scenario().losesReplies()) {
      complaints.add(
          "%d sessions leaked: the server holds %d, the pool %d"
              .formatted(sessionsLeaked(), sessionsAlive, poolTotal));
    }
    // An attempt may die on its way; it never arrives without having left.
    boolean arrivesWhole =
        !options.scenario().plan().needsTcp() && !options.scenario().limitsCreations();
    boolean agree =
        arrivesWhole ? creationRpcs == creationAttempts : creationRpcs <= creationAttempts;
    if (!agree) {
      complaints.add(
          "the server counted %d BatchCreateSessions RPCs, the client %d"
              .formatted(creationRpcs, creationAttempts));
    }
    return complaints;
  }

  List<Metric> metrics(int maxSessions) {
    return List.of(
        Metric.count("applicationErrors", applicationErrors()),
        Metric.count("waitersFailed", waitersFailed()),
        Metric.count("faultsInjected", faults.hits()),
        Metric.count("failedRpcs", failedRpcs),
        Metric.count("failedCreations", failedCreations),
        new Metric("blastRadius", blastRadius(), "waiters/RPC"),
        Metric.millis("timeToRecover", recoveryNanos()),
        Metric.count("numBatchCreateSessionsRpcs", creationRpcs),
        Metric.count("sessionsCreated", sessionsCreated),
        Metric.count("sessionsLeaked", sessionsLeaked()),
        Metric.count("sessionsStale", sessionsStale()),
        Metric.count("sessionsBeyondMax", sessionsBeyondMax(maxSessions)));
  }
}
