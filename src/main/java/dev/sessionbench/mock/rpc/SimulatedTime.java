package dev.sessionbench.mock.rpc;

import dev.sessionbench.model.CostModel;
import dev.sessionbench.model.LatencyProfile;
import dev.sessionbench.model.Rpc;
import io.grpc.Metadata;
import java.util.concurrent.TimeUnit;

/**
 * Decides how long an RPC takes: its draw by index, and for BatchCreateSessions what its sessions
 * cost.
 *
 * @param latencies the drawn part
 * @param costModel what BatchCreateSessions costs beyond it
 * @param seed the seed of the draws
 * @param batchLimit sessions that one RPC creates at most
 */
public record SimulatedTime(
    LatencyProfile latencies, CostModel costModel, long seed, int batchLimit) {
  private static final Metadata.Key<String> SERVER_TIMING =
      Metadata.Key.of("server-timing", Metadata.ASCII_STRING_MARSHALLER);
  private static final long HALF_MILLI_NANOS = TimeUnit.MILLISECONDS.toNanos(1) / 2;

  /**
   * The time of one RPC.
   *
   * @param rpc the method
   * @param index how many RPCs of the method came before
   * @param sessionsAsked the sessions that it asks for; any number, as clients may send any
   * @param inProgress RPCs of the method in progress, this one included
   * @return the time in nanoseconds
   */
  long nanos(Rpc rpc, long index, int sessionsAsked, int inProgress) {
    long drawnNanos = latencies.drawNanos(rpc, seed, index);
    if (rpc != Rpc.BATCH_CREATE_SESSIONS) {
      return drawnNanos;
    }
    int created = Math.max(0, Math.min(sessionsAsked, batchLimit));
    return costModel.totalNanos(drawnNanos, created, inProgress, latencies.scale());
  }

  /**
   * Adds the header in which the service's front end tells how long it took, in whole milliseconds:
   * {@code server-timing: gfet4t7; dur=12}.
   */
  static void announce(long nanos, Metadata headers) {
    long millis = TimeUnit.NANOSECONDS.toMillis(nanos + HALF_MILLI_NANOS);
    headers.put(SERVER_TIMING, "gfet4t7; dur=" + millis);
  }
}
