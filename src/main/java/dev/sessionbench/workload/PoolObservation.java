package dev.sessionbench.workload;

import dev.sessionbench.client.PoolMetrics;

/**
 * What was counted in one run, on both sides of the wire, after the pool had come to rest.
 *
 * @param batchCreateRpcs BatchCreateSessions RPCs that the server received
 * @param batchCreateAttempts BatchCreateSessions attempts that left the client
 * @param createSessionRpcs CreateSession RPCs that the server received; a pool of regular sessions
 *     makes none
 * @param sessionsCreated sessions that the server created
 * @param sessionsAlive sessions that the server holds
 * @param poolTotal sessions that the pool holds
 * @param metrics the pool's own metrics
 */
public record PoolObservation(
    long batchCreateRpcs,
    long batchCreateAttempts,
    long createSessionRpcs,
    long sessionsCreated,
    long sessionsAlive,
    int poolTotal,
    PoolMetrics metrics) {

  /**
   * Sessions created beyond what the run needed.
   *
   * @param minSessions the pool's minimum, which is wanted whatever the load
   * @return the surplus, at least 0
   */
  public long overshoot(int minSessions) {
    return Math.max(0, sessionsCreated - Math.max(minSessions, metrics.maxInUse()));
  }
}
