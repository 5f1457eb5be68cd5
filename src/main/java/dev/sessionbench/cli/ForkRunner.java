package dev.sessionbench.cli;

import java.util.List;
import org.openjdk.jmh.results.RunResult;

/** Runs single forks. */
interface ForkRunner {
  /**
   * Runs one fork and waits for it.
   *
   * @param fork the fork
   * @return what it yielded
   * @throws ForkFailedException if it threw or yielded no result
   */
  ForkOutcome run(PlannedFork fork) throws ForkFailedException;

  /** JMH's own results of the forks that this runner ran, in their order. */
  List<RunResult> runResults();
}
