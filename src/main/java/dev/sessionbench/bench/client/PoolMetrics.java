package dev.sessionbench.bench.client;

/**
 * The pool's own metrics as it exports them through OpenCensus, under {@code
 * cloud.google.com/java/spanner/}.
 *
 * @param maxInUse most sessions in use at the same time ({@code max_in_use_sessions})
 * @param inUse sessions in use ({@code num_sessions_in_pool}, type {@code num_in_use_sessions})
 * @param idle sessions idle ({@code num_sessions_in_pool}, type {@code num_read_sessions})
 * @param acquired regular sessions acquired since the start ({@code num_acquired_sessions})
 * @param released regular sessions given back since the start ({@code num_released_sessions})
 * @param timeouts waits for a session that passed the client's limit ({@code get_session_timeouts})
 * @param multiplexedAcquired uses of a multiplexed session since the start
 */
public record PoolMetrics(
    long maxInUse,
    long inUse,
    long idle,
    long acquired,
    long released,
    long timeouts,
    long multiplexedAcquired) {
  /** Of a client that does not tell. */
  public static final PoolMetrics UNTOLD = new PoolMetrics(-1, -1, -1, -1, -1, -1, -1);
}
