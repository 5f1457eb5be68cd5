package dev.sessionbench.gate.run;

import java.util.Map;

/** Counts the cells of one arm, one at a time. */
interface ArmCounter extends AutoCloseable {
  /**
   * Counts a cell once.
   *
   * @param cell its name
   * @return the counts by name
   * @throws dev.sessionbench.run.ForkFailedException if it cannot be counted
   */
  Map<String, Double> count(String cell) throws dev.sessionbench.run.ForkFailedException;

  @Override
  void close();
}
