package dev.sessionbench.mock.split;

/**
 * A server with splits at one moment.
 *
 * @param splits ranges of keys
 * @param dividing those of them that are about to become two
 * @param waiting calls that wait for their split, those being served not included
 */
public record SplitState(int splits, int dividing, int waiting) {}
