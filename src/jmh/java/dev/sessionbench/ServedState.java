package dev.sessionbench;

import org.openjdk.jmh.annotations.Param;

/** A pool on a server that is set by parameters. */
public abstract class ServedState extends TrialState {
  /** How the client reaches the server: inprocess, as in the original, or tcp. */
  @Param("inprocess")
  public String transport = "";

  /** The server's TCP port; 0 is any free one. */
  @Param("0")
  public int port;

  /** What creating sessions costs: flat, linear, contended; profile for what the profile says. */
  @Param("profile")
  public String costModel = "";

  /** Whether the clock starts when the pool holds its minimum, or before the pool is created. */
  @Param("true")
  public boolean waitForMinSessions;

  /** Where a server listens that is not ours, as host:port; mock starts our own. */
  @Param("mock")
  public String server = "";
}
