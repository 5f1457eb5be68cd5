package dev.sessionbench.gate.run;

import dev.sessionbench.bench.run.ForkFailedException;
import java.util.Map;

/** Counts the cells of one arm, one at a time. */
public interface ArmCounter extends AutoCloseable {
  /**
   * Counts a cell once.
   *
   * @param cell its name
   * @return the counts by name
   * @throws ForkFailedException if it cannot be counted
   */
  Map<String, Double> count(String cell) throws ForkFailedException;

  /** How long the cell that was counted last took; 0 where nobody looks. */
  default long lastMillis() {
    return 0;
  }

  @Override
  void close();
}
