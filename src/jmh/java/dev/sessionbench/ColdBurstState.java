package dev.sessionbench;

import org.openjdk.jmh.annotations.Param;

/** A fresh client that all its callers use at once. */
public class ColdBurstState extends ChannelState {
  /** Callers, each in its own loop. */
  @Param({"50", "100", "200", "400"})
  public int concurrency;

  /** Queries in all; 0 for 20 a caller. */
  @Param("0")
  public int operations;

  /** Queries of the same callers before any metric begins; 0 for a cold client. */
  @Param("0")
  public int earlierQueries;
}
