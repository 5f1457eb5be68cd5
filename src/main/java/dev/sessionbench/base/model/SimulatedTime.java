package dev.sessionbench.base.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.stream.LongStream;

/**
 * Decides how long an RPC takes: its draw by index, and for BatchCreateSessions the cost of its
 * sessions. The mock server and the service in virtual time both use it, so the n-th RPC of a
 * method takes the same time in both.
 *
 * @param latencies the drawn part
 * @param costModel what BatchCreateSessions costs beyond the draw
 * @param seed the seed of the draws
 * @param batchLimit sessions that one RPC creates at most
 */
@RecordBuilder
public record SimulatedTime(
    LatencyProfile latencies, CostModel costModel, long seed, int batchLimit)
    implements SimulatedTimeBuilder.With {
  private static final int DRAWS = 100;

  /**
   * The time of one RPC.
   *
   * @param rpc the method
   * @param index how many RPCs of the method came before
   * @param sessionsAsked the sessions that it asks for; any number, as clients may send any
   * @param inProgress RPCs of the method in progress, this one included
   * @return the time in nanoseconds
   */
  public long nanos(Rpc rpc, long index, int sessionsAsked, int inProgress) {
    int created = Math.max(0, Math.min(sessionsAsked, batchLimit));
    long drawnNanos = latencies.drawNanos(rpc, seed, index, created, inProgress);
    return rpc == Rpc.BATCH_CREATE_SESSIONS
        ? costModel.totalNanos(drawnNanos, created, inProgress, latencies.scale())
        : drawnNanos;
  }

  /**
   * The mean time of a request for one session with no other in progress, in ns, over its first
   * draws.
   */
  public double meanCreationNanos() {
    LongStream draws = LongStream.range(0, DRAWS);
    return draws.map(i -> nanos(Rpc.BATCH_CREATE_SESSIONS, i, 1, 1)).average().orElseThrow();
  }
}
