package dev.sessionbench.bench.run;

import dev.sessionbench.base.results.CellCurves;
import dev.sessionbench.base.results.CellResult;
import java.util.Optional;

/**
 * What one fork yielded.
 *
 * @param result its result
 * @param curves what its last run observed; nothing where the benchmark does not tell
 */
public record ForkOutcome(CellResult result, Optional<CellCurves> curves) {}
