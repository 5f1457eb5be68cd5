package dev.sessionbench.bench.client;

/**
 * What the pool holds at one moment.
 *
 * @param total sessions idle or in use
 * @param idle sessions waiting to be used
 * @param beingCreated sessions asked for and not yet received
 */
public record PoolState(int total, int idle, int beingCreated) {}
