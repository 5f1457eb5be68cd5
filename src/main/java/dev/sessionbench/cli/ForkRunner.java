package dev.sessionbench.cli;

import dev.sessionbench.results.CellResult;
import java.util.List;
import org.openjdk.jmh.results.RunResult;

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

  /** JMH's own results of the forks that this runner ran, in their order. */
  List<RunResult> runResults();
}
