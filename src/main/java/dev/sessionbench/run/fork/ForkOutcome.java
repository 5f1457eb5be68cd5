package dev.sessionbench.run.fork;

import dev.sessionbench.results.CellCurves;
import dev.sessionbench.results.CellResult;
import java.util.Optional;

/**
 * What one fork yielded.
 *
 * @param result its result
 * @param curves what its last run observed; nothing where the benchmark does not tell
 */
public record ForkOutcome(CellResult result, Optional<CellCurves> curves) {}
