package dev.sessionbench.lab.pool;

/** Counts what a pool does. */
final class PoolMeter {
  private long requests;
  private long failedRequests;
  private long created;
  private long closed;
  private long deletions;
  private long firstUses;
  private long acquired;
  private long released;
  private long timedOut;
  private long refused;
  private int maxInUse;
  private int maxTotal;
  private int maxInFlight;
  private long idleNanos;
  private int idle;
  private long sinceNanos;

  void sent(int inFlight) {
    requests++;
    maxInFlight = Math.max(maxInFlight, inFlight);
  }

  void failed() {
    failedRequests++;
  }

  void arrived(int total) {
    created++;
    maxTotal = Math.max(maxTotal, total);
  }

  void closed(int sessions, boolean deletes) {
    closed += sessions;
    deletions += deletes ? sessions : 0;
  }

  void lent(boolean first, int inUse) {
    acquired++;
    firstUses += first ? 1 : 0;
    maxInUse = Math.max(maxInUse, inUse);
  }

  void released() {
    released++;
  }

  void timedOut() {
    timedOut++;
  }

  void refused() {
    refused++;
  }

  /** From now on so many are idle. */
  void idle(int sessions, long nowNanos) {
    idleNanos += idle * (nowNanos - sinceNanos);
    idle = sessions;
    sinceNanos = nowNanos;
  }

  PoolStatistics read(long nowNanos) {
    idle(idle, nowNanos);
    return new PoolStatistics(
        requests,
        failedRequests,
        created,
        closed,
        deletions,
        created - firstUses,
        acquired,
        released,
        timedOut,
        refused,
        maxInUse,
        maxTotal,
        maxInFlight,
        idleNanos);
  }
}
