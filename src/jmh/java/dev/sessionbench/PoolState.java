package dev.sessionbench;

import org.openjdk.jmh.annotations.Param;

/** The parameters that all benchmarks of the client's pool share. */
public abstract class PoolState extends TrialState {
  /** Sessions that the pool holds at least. */
  @Param("100")
  public int minSessions;

  /** Sessions that the pool holds at most. */
  @Param("400")
  public int maxSessions;

  /** The client's gRPC channels. */
  @Param("4")
  public int numChannels;

  /** How the server behaves: a shipped profile, or a file. */
  @Param("original")
  public String profile = "";

  /** Decides every wait of the load, and every simulated time and fault of the server. */
  @Param("1")
  public long seed;

  /** Operations in all; 0 for 8 x maxSessions in a burst and maxSessions in steadyIncrease. */
  @Param("0")
  public int operations;

  /** Threads of a burst; 0 for 2 x maxSessions. */
  @Param("0")
  public int concurrency;
}
