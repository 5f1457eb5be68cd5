package dev.sessionbench.trial;

import dev.sessionbench.workload.AcquireWaits;
import java.util.List;

/**
 * What a run showed.
 *
 * @param metrics its figures
 * @param trace how the pool grew
 * @param waits how long its operations waited for a session
 */
public record TrialReport(List<Metric> metrics, GrowthTrace trace, AcquireWaits waits) {}
