package dev.sessionbench.mock.fault;

import java.util.Map;
import java.util.OptionalLong;

/**
 * What a plan has done.
 *
 * @param hits calls that something has happened to
 * @param acts how often each rule has acted, by its name, in the order of the plan
 * @param lastActNanos when a rule last acted or the server last came back, on the clock of the
 *     plan; empty if neither has happened
 */
public record FaultStatistics(long hits, Map<String, Long> acts, OptionalLong lastActNanos) {}
