package dev.sessionbench.study.agent;

import dev.sessionbench.load.Operation.Kind;

/**
 * Something to be done.
 *
 * @param kind what
 * @param atNanos when, in nanoseconds of the clock of {@link AgentThreads}
 */
public record Due(Kind kind, long atNanos) {}
