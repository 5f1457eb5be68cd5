package dev.sessionbench.bench.trial;

/**
 * Reads figures and curves from what was counted in a run, or decides whether the run was what it
 * was meant to be.
 */
@FunctionalInterface
public interface Probe {
  /**
   * Reads what it is for.
   *
   * @param seen what was counted
   * @param report what is found is added here
   */
  void read(Observation seen, TrialReport report);
}
