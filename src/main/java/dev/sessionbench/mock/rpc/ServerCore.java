package dev.sessionbench.mock.rpc;

import dev.sessionbench.base.model.SimulatedTime;
import dev.sessionbench.base.model.TimeSource;
import dev.sessionbench.mock.journal.ChannelRegistry;
import dev.sessionbench.mock.journal.LatestEntries;
import dev.sessionbench.mock.journal.RequestLog;
import dev.sessionbench.mock.journal.RpcCounters;
import dev.sessionbench.mock.journal.RpcRecord;
import java.util.Optional;

/**
 * What all methods of one server share.
 *
 * @param counters counts arrivals
 * @param channels knows the channels
 * @param journal keeps the latest arrivals
 * @param requests keeps what clients told about the latest
 * @param time decides how long an RPC takes
 * @param splits what calls that touch data wait for besides; nothing where the server never tires
 * @param clock lets that time pass
 * @param faults decides what goes wrong
 * @param announcesTime whether replies tell their simulated time in the header {@code
 *     server-timing}, as the service's front end does
 */
public record ServerCore(
    RpcCounters counters,
    ChannelRegistry channels,
    LatestEntries<RpcRecord> journal,
    RequestLog requests,
    SimulatedTime time,
    Optional<SplitCalls> splits,
    TimeSource clock,
    CallFaults faults,
    boolean announcesTime) {}
