package dev.sessionbench.trial;

import dev.sessionbench.model.CostModel;
import dev.sessionbench.model.Transport;
import dev.sessionbench.workload.Workload;
import dev.sessionbench.workload.WorkloadOptions;

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
 */
public record TrialOptions(
    Workload workload,
    WorkloadOptions size,
    Transport transport,
    int port,
    CostModel costModel,
    boolean waitForMinSessions) {}
