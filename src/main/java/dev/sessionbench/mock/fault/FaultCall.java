package dev.sessionbench.mock.fault;

import dev.sessionbench.base.model.Rpc;
import java.util.function.Supplier;

/**
 * What a plan knows of one call when it has arrived.
 *
 * @param rpc the method
 * @param number which call of that method it is since the plan began, from 1
 * @param elapsedNanos since the plan began, in nanoseconds
 * @param upNanos since the server last began to listen, in nanoseconds
 * @param channel the number of the channel that it came by, from 1; 0 where that is not known
 * @param session finds the full name of the session that it names; empty where it names none
 */
public record FaultCall(
    Rpc rpc,
    long number,
    long elapsedNanos,
    long upNanos,
    long channel,
    Supplier<String> session) {}
