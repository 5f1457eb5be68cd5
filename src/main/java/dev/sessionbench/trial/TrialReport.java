package dev.sessionbench.trial;

import dev.sessionbench.workload.AcquireWaits;
import java.util.List;
import java.util.Optional;

/**
 * What a run showed.
 *
 * @param metrics its figures
 * @param trace how the pool grew; nothing where that is not recorded or not known
 * @param waits how long its operations waited for a session
 */
public record TrialReport(List<Metric> metrics, Optional<GrowthTrace> trace, AcquireWaits waits) {}
