package dev.sessionbench;

import dev.sessionbench.bench.load.Workload;
import dev.sessionbench.bench.trial.Trial.TrialSpec;
import dev.sessionbench.bench.trial.TrialParameters;
import java.util.Map;
import org.openjdk.jmh.annotations.Param;

/** A pool that grows to serve one of the loads of the original benchmark. */
public abstract class SessionPoolState extends PoolState {
  /** How the client reaches the server: inprocess, as in the original, or tcp. */
  @Param("inprocess")
  public String transport = "";

  /** The server's TCP port; 0 for any free one. */
  @Param("0")
  public int port;

  /** What creating sessions costs: flat, linear, contended, or profile for the profile's model. */
  @Param("profile")
  public String costModel = "";

  /**
   * Whether the clock starts when the pool holds its minimum; if not, before the pool is created.
   */
  @Param("true")
  public boolean waitForMinSessions;

  /** The address of a server elsewhere, as host:port; mock starts the suite's own. */
  @Param("mock")
  public String server = "";

  /** Sessions that the pool asks for when all are in use. */
  @Param({"1", "10", "20", "25", "30", "40", "50", "100"})
  public int incStep;

  /**
   * The client. It is built for the one that the suite is built with, or a version, or newest. It
   * is multiplexed-VERSION for one that has a pool but does not use it by default. It may also be a
   * connection pool as in hikaricp-6.3.0, or several clients that share the load as in
   * 4x6.107.0+newest.
   */
  @Param("built")
  public String client = "";

  /** The part of its sessions that a client before 3.0.0 prepares for writes, from 0 to 1. */
  @Param("0.2")
  public String writeFraction = "";

  /** How long a caller of a connection pool waits, in milliseconds. */
  @Param("60000")
  public int acquireTimeoutMillis;

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
  TrialSpec spec(String benchmark, Map<String, String> given) {
    return TrialParameters.read(workload, given);
  }
}
