package dev.sessionbench.bench.trial;

/**
 * One figure of one run.
 *
 * @param name the name under which results carry it
 * @param value the figure; NaN where the run has none
 * @param unit its unit: {@code #} for counts
 */
public record Figure(String name, double value, String unit) {}
