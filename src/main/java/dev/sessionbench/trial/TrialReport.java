package dev.sessionbench.trial;

import java.util.List;

/**
 * What a run showed.
 *
 * @param metrics its figures
 * @param curve how the pool grew
 * @param waitPercentiles the waits for a session: pairs of a percentile and milliseconds
 */
public record TrialReport(
    List<Metric> metrics, GrowthCurve curve, List<List<Double>> waitPercentiles) {}
