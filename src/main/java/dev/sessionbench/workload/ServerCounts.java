package dev.sessionbench.workload;

import dev.sessionbench.model.Rpc;
import java.util.Map;

/**
 * What a server that tells of itself has counted.
 *
 * @param received RPCs that it has received, by method
 * @param sessionsCreated sessions that it has created
 * @param sessionsAlive sessions that it holds
 */
public record ServerCounts(Map<Rpc, Long> received, long sessionsCreated, long sessionsAlive) {
  /** Copies the map. */
  public ServerCounts {
    received = Map.copyOf(received);
  }

  long received(Rpc rpc) {
    return received.getOrDefault(rpc, 0L);
  }
}
