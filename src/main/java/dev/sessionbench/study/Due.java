package dev.sessionbench.study;

import dev.sessionbench.bench.load.Operation.Kind;

/**
 * Something to be done.
 *
 * @param kind what
 * @param atNanos when, in nanoseconds of the clock of {@link AgentThreads}
 */
public record Due(Kind kind, long atNanos) {}
