package dev.sessionbench.bench.client;

import dev.sessionbench.base.model.PoolShape;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a driver needs to build a client of another version. It holds nothing but what the JDK and
 * this project define, so that it can be handed to classes that were loaded beside another gRPC.
 *
 * @param shape the shape of its pool
 * @param host the server's name or address; means nothing in process
 * @param port the server's TCP port; means nothing in process
 * @param inProcess the way to a server in this process; nothing for one that is reached over TCP
 * @param hasPool whether this version has a pool of regular sessions
 * @param takesStep whether its pool grows by {@code incStep}
 * @param multiplexed whether the version's own choice of multiplexed sessions is left as it is; if
 *     not, they are switched off wherever that can be
 * @param writeFraction the part of the sessions to prepare for writing, from 0 to 1; nothing where
 *     this version prepares none
 * @param attempts is told of each call attempt
 * @param settings further options of the pool: the value of each by the name of its setter without
 *     {@code set}; times in milliseconds
 */
public record DriverOptions(
    PoolShape shape,
    String host,
    int port,
    Optional<MessageChannel> inProcess,
    boolean hasPool,
    boolean takesStep,
    boolean multiplexed,
    OptionalDouble writeFraction,
    Attempts attempts,
    Map<String, String> settings) {}
