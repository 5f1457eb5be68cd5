package dev.sessionbench;

import dev.sessionbench.bench.load.Workload;
import dev.sessionbench.bench.trial.TrialParameters;
import dev.sessionbench.bench.trial.TrialSpec;
import java.util.Map;
import org.openjdk.jmh.annotations.Param;

/** A pool that grows to serve one of the loads of the original benchmark. */
public abstract class SessionPoolState extends ServedState {
  /** Sessions that the pool asks for when all are busy. */
  @Param({"1", "10", "20", "25", "30", "40", "50", "100"})
  public int incStep;

  /**
   * The client: built for the one that the suite is built with, another by its version, newest, or
   * multiplexed-VERSION for one that has a pool and does not use it by default; several that share
   * the load as in 4x6.107.0+newest.
   */
  @Param("built")
  public String client = "";

  /** The part of the sessions that a client before 3.0.0 prepares for writing, from 0 to 1. */
  @Param("0.2")
  public String writeFraction = "";

  private final Workload workload;

  /**
   * A state for one load.
   *
   * @param workload the load
   */
  SessionPoolState(Workload workload) {
    this.workload = workload;
  }

  @Override
  TrialSpec spec(String load, Map<String, String> words) {
    return TrialParameters.read(workload, words);
  }
}
