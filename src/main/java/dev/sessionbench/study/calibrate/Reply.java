package dev.sessionbench.study.calibrate;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What came of one RPC.
 *
 * @param status how it ended
 * @param sent whether it has left for a server
 * @param sentNanos when it was sent, on the clock of its target
 * @param nanos the time from sending to the end, in nanoseconds
 * @param serverNanos what the service's front end says that it took; {@link
 *     dev.sessionbench.study.calibrate.MeasuredCall#UNKNOWN} where it does not say
 * @param sessions the sessions that it created or listed
 * @param transaction the transaction that it began; else empty
 * @param nextPage the token of the next page of a list; empty where there is none
 */
record Reply(
    Status status,
    boolean sent,
    long sentNanos,
    long nanos,
    long serverNanos,
    List<String> sessions,
    ByteString transaction,
    String nextPage) {
  private static final Set<Status.Code> REFUSED =
      EnumSet.of(
          Status.Code.INVALID_ARGUMENT,
          Status.Code.NOT_FOUND,
          Status.Code.PERMISSION_DENIED,
          Status.Code.UNAUTHENTICATED,
          Status.Code.RESOURCE_EXHAUSTED,
          Status.Code.FAILED_PRECONDITION,
          Status.Code.UNIMPLEMENTED);

  /** Whether it was still without an answer when another was sent. */
  boolean inFlightAt(long otherSentNanos) {
    return sentNanos + nanos > otherSentNanos;
  }

  /**
   * Whether a server may have done what it was asked, although it did not say so: not where it was
   * never asked, nor where its status says that it refused.
   */
  boolean mayHaveActed() {
    return !ok() && sent && !REFUSED.contains(status.getCode());
  }

  boolean ok() {
    return status.isOk();
  }
}
