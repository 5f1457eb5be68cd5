package dev.sessionbench.study.diagnosis;

import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.Rpc;
import io.grpc.Status;

/**
 * One call attempt as the client saw it.
 *
 * @param rpc the method
 * @param endNanos when it ended, on the client's clock
 * @param millis how long it took, network and all
 * @param gfeMillis what the header {@code server-timing} of its reply told; NaN where there was
 *     none
 * @param status how it ended
 */
public record RpcTiming(
    Rpc rpc, long endNanos, double millis, double gfeMillis, Status.Code status) {
  /** When it began, on the client's clock. */
  public long startNanos() {
    return endNanos - Math.round(millis * Nanos.PER_MILLI);
  }
}
