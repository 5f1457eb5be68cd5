package dev.sessionbench.cli;

import dev.sessionbench.results.CellResult;

/** Runs single forks. */
interface ForkRunner {
  /**
   * Runs one fork and waits for it.
   *
   * @param fork the fork
   * @return its result
   * @throws ForkFailedException if it threw or yielded no result
   */
  CellResult run(PlannedFork fork) throws ForkFailedException;
}
