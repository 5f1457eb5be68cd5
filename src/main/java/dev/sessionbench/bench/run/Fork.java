package dev.sessionbench.bench.run;

/** One fork of a plan: one JVM that measures one cell. */
public interface Fork {
  /** Its place in the order of the whole plan, from 1. */
  int position();

  /** The folder of its part of the plan, under the run's folder. */
  String folder();

  /** The name of its files in that folder, without an ending; no other fork's there. */
  String fileName();

  /** The seed of its workload; {@code unknown} where the benchmark has none. */
  String workloadSeed();
}
