package dev.sessionbench.gate.run;

import dev.sessionbench.gate.ForkId;
import dev.sessionbench.results.CellResult;

/** Runs the forks of a gate's arms. */
@FunctionalInterface
public interface ArmRunner {
  /**
   * Runs one fork and waits for it.
   *
   * @param fork the fork
   * @return its result
   * @throws ArmForkException if it yielded none
   */
  CellResult run(ForkId fork) throws ArmForkException;
}
