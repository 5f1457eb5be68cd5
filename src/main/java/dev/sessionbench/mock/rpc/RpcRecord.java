package dev.sessionbench.mock.rpc;

import dev.sessionbench.base.model.Rpc;
import io.grpc.Status;

/**
 * One RPC that the server has answered.
 *
 * @param arrivalNanos when the request was complete, on the server's clock
 * @param rpc the method
 * @param session the full name of the session that the request named; empty if it named none
 * @param sessions the regular sessions that its reply created
 * @param latencyNanos the simulated time of the RPC in nanoseconds, at least 0
 * @param repliedNanos when the reply was sent, on the server's clock
 * @param status how it ended
 */
public record RpcRecord(
    long arrivalNanos,
    Rpc rpc,
    String session,
    int sessions,
    long latencyNanos,
    long repliedNanos,
    Status.Code status) {}
