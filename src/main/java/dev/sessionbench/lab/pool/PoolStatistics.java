package dev.sessionbench.lab.pool;

/**
 * What a pool has done since it was opened.
 *
 * @param requests BatchCreateSessions requests that it has sent, those for the rest of a short
 *     answer among them
 * @param failedRequests those that failed
 * @param created sessions that arrived
 * @param closed sessions that it has given up
 * @param deletions DeleteSession requests that it has sent
 * @param neverUsed sessions that arrived and have been lent to nobody
 * @param acquired times that a session was lent
 * @param released times that one was given back
 * @param timedOut callers whose wait was too long
 * @param refused callers who were refused for another reason: a full pool, or a failed request
 * @param maxInUse most sessions lent at the same time
 * @param maxTotal most sessions alive at the same time
 * @param maxInFlight most requests on their way at the same time
 * @param idleNanos the time that sessions have been idle, summed over the sessions, in nanoseconds
 */
public record PoolStatistics(
    long requests,
    long failedRequests,
    long created,
    long closed,
    long deletions,
    long neverUsed,
    long acquired,
    long released,
    long timedOut,
    long refused,
    int maxInUse,
    int maxTotal,
    int maxInFlight,
    long idleNanos) {}
