package dev.sessionbench.base.results;

/**
 * The circumstances of one fork.
 *
 * @param startedAt when the fork was started, ISO 8601 in UTC
 * @param position the fork's place in the order of the whole run, from 1
 * @param loadBefore the machine's one-minute load average before the fork; NaN if unknown
 * @param stealPercent CPU time that the hypervisor withheld during the fork, of all CPU time; NaN
 *     if unknown
 * @param cpuByOthersPercent CPU time that other processes used during the fork, of all CPU time;
 *     NaN if unknown
 */
public record ForkConditions(
    String startedAt,
    int position,
    double loadBefore,
    double stealPercent,
    double cpuByOthersPercent) {}
