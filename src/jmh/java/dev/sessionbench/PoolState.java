package dev.sessionbench;

import org.openjdk.jmh.annotations.Param;

/** What the benchmarks of the client's pool have in common. */
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

  /** How the server behaves: a profile that is shipped, or a file. */
  @Param("original")
  public String profile = "";

  /** Decides every wait of the load, and every simulated time and fault of the server. */
  @Param("1")
  public long seed;

  /** Operations in all; 0 is 8 x maxSessions for a burst, maxSessions for steadyIncrease. */
  @Param("0")
  public int operations;

  /** Threads of a burst; 0 is 2 x maxSessions. */
  @Param("0")
  public int concurrency;
}
