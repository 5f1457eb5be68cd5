package dev.sessionbench.mock.split;

/**
 * One division of a range of keys.
 *
 * @param beginNanos when it began, on the server's clock
 * @param endNanos when both halves served from their own places
 * @param splits how many splits the server had then
 */
public record SplitEvent(long beginNanos, long endNanos, int splits) {}
