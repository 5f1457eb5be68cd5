package dev.sessionbench.workload;

import dev.sessionbench.client.PoolMetrics;
import dev.sessionbench.model.Rpc;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What was counted in one run after the pool had come to rest: on the client's side of the wire
 * always, on the server's where the server is our own.
 *
 * @param attempts attempts that left the client, by method
 * @param poolTotal sessions that the pool holds
 * @param metrics the pool's own metrics
 * @param server what the server counted; nothing where it is not ours
 */
public record PoolObservation(
    Map<Rpc, Long> attempts, int poolTotal, PoolMetrics metrics, Optional<ServerCounts> server) {
  /** Copies the map. */
  public PoolObservation {
    attempts = Map.copyOf(attempts);
  }

  /** Attempts of a method that left the client, retries included. */
  public long attempts(Rpc rpc) {
    return attempts.getOrDefault(rpc, 0L);
  }

  /** RPCs of a method as the server counted them, or else the client. */
  public long rpcs(Rpc rpc) {
    return server.map(counts -> counts.received(rpc)).orElseGet(() -> attempts(rpc));
  }

  /** Sessions that the server created, or else those that the pool has of them. */
  long sessionsCreatedOrHeld() {
    return server.map(ServerCounts::sessionsCreated).orElse((long) poolTotal);
  }

  /**
   * Sessions created beyond what the run needed.
   *
   * @param minSessions the pool's minimum, which is wanted whatever the load
   * @return the surplus, at least 0; nothing where the server does not tell what it created
   */
  public OptionalLong overshoot(int minSessions) {
    return server
        .map(
            counts ->
                OptionalLong.of(
                    Math.max(
                        0, counts.sessionsCreated() - Math.max(minSessions, metrics.maxInUse()))))
        .orElse(OptionalLong.empty());
  }
}
