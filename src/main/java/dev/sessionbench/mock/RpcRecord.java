package dev.sessionbench.mock;

import dev.sessionbench.model.Rpc;

/**
 * One RPC as the server saw it arrive.
 *
 * @param arrivalNanos when the request was complete, on the clock of {@link System#nanoTime}
 * @param rpc the method
 * @param sessions the regular sessions that the request asked for; 0 for every method but
 *     CreateSession and BatchCreateSessions
 * @param latencyNanos the simulated time of the RPC in nanoseconds, at least 0
 */
public record RpcRecord(long arrivalNanos, Rpc rpc, int sessions, long latencyNanos) {}
