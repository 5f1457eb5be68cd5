package dev.sessionbench.cli;

import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.GrowthCurve;
import java.util.Optional;

/**
 * What one fork yielded.
 *
 * @param result its result
 * @param growth how the pool grew in its last run; nothing where the benchmark does not tell
 */
record ForkOutcome(CellResult result, Optional<GrowthCurve> growth) {}
