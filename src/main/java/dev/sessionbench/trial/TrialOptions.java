package dev.sessionbench.trial;

import dev.sessionbench.client.ServerAddress;
import dev.sessionbench.model.CostModel;
import dev.sessionbench.model.Transport;
import dev.sessionbench.workload.Workload;
import dev.sessionbench.workload.WorkloadOptions;
import java.util.Optional;

/**
 * All that decides a run.
 *
 * @param workload the load
 * @param size its size, with the shape of the pool and the seed
 * @param transport how the client reaches the server
 * @param port the server's TCP port, or 0 for any free one
 * @param costModel what a BatchCreateSessions RPC costs the server
 * @param waitForMinSessions whether the pool is filled to its minimum before the clock starts; if
 *     not, the clock starts before the pool is created
 * @param server a server that is not ours, in whose case transport, port and cost model mean
 *     nothing; empty for a mock of our own
 */
public record TrialOptions(
    Workload workload,
    WorkloadOptions size,
    Transport transport,
    int port,
    CostModel costModel,
    boolean waitForMinSessions,
    Optional<ServerAddress.Tcp> server) {
  /** The same run at the original's own speed. */
  TrialOptions unstretched() {
    return new TrialOptions(
        workload, size.withTimeScale(1), transport, port, costModel, waitForMinSessions, server);
  }

  /**
   * A run against a mock of our own.
   *
   * @param workload the load
   * @param size its size, with the shape of the pool and the seed
   * @param transport how the client reaches the server
   * @param port the server's TCP port, or 0 for any free one
   * @param costModel what a BatchCreateSessions RPC costs the server
   * @param waitForMinSessions whether the pool is filled to its minimum before the clock starts
   */
  public TrialOptions(
      Workload workload,
      WorkloadOptions size,
      Transport transport,
      int port,
      CostModel costModel,
      boolean waitForMinSessions) {
    this(workload, size, transport, port, costModel, waitForMinSessions, Optional.empty());
  }
}
