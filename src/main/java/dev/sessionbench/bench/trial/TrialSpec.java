package dev.sessionbench.bench.trial;

/** All that decides the runs of one cell. */
public interface TrialSpec {
  /** The run that is measured. */
  Scenario measured();

  /** A run that only warms the process up: the same code, and as soon as can be. */
  Scenario warmup();
}
