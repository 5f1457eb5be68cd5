package dev.sessionbench.bench.run;

import dev.sessionbench.base.results.CellKey;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.results.RunResult;

/**
 * Runs single forks.
 *
 * @param <F> what it is told of a fork
 */
@FunctionalInterface
public interface ForkRunner<F extends Fork> {
  /**
   * Runs one fork and waits for it.
   *
   * @param fork the fork
   * @return what it yielded
   * @throws ForkFailedException if it threw or yielded no result
   */
  ForkOutcome run(F fork) throws ForkFailedException;

  /** What the client of a fork runs on where that is not the suite's own; empty where it is. */
  default String libraries(F fork) {
    return "";
  }

  /** JMH's own results of the forks that this runner ran, for each cell; none by default. */
  default Map<CellKey, List<RunResult>> runResults() {
    return Map.of();
  }
}
