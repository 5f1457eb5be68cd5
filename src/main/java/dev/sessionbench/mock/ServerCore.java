package dev.sessionbench.mock;

/**
 * What all methods of one server share.
 *
 * @param counters counts arrivals
 * @param channels knows the channels
 * @param journal keeps the latest arrivals
 * @param requests keeps what clients told about the latest
 * @param time decides how long an RPC takes
 * @param scheduler lets that time pass
 * @param faults decides what goes wrong
 * @param announcesTime whether replies tell their simulated time in the header {@code
 *     server-timing}, as the service's front end does
 */
record ServerCore(
    RpcCounters counters,
    ChannelRegistry channels,
    RpcJournal journal,
    RequestLog requests,
    SimulatedTime time,
    DelayScheduler scheduler,
    FaultInjector faults,
    boolean announcesTime) {}
