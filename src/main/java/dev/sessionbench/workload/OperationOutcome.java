package dev.sessionbench.workload;

/**
 * How one operation ended, on the clock of {@link System#nanoTime}.
 *
 * @param startNanos when it called the client
 * @param endNanos when the client returned or threw
 * @param failed whether it threw
 * @param hadSession whether it had got a session by then
 */
public record OperationOutcome(
    long startNanos, long endNanos, boolean failed, boolean hadSession) {}
