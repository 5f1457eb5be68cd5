package dev.sessionbench;

import org.openjdk.jmh.annotations.Param;

/** A fresh client whose callers double step by step, and then halve. */
public class RampUpState extends ChannelState {
  /** Most callers, each in its own loop. */
  @Param("400")
  public int concurrency;

  /** Callers at the start and at the end. */
  @Param("25")
  public int firstCallers;

  /** Milliseconds until the callers double or halve. */
  @Param("1000")
  public String stepMillis = "";
}
