package dev.sessionbench.calibrate.probe;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import java.util.List;

/**
 * What came of one RPC.
 *
 * @param status how it ended
 * @param sentNanos when it was sent, on the clock of its target
 * @param nanos the time from sending to the end, in nanoseconds
 * @param serverNanos what the service's front end says that it took; {@link
 *     dev.sessionbench.calibrate.MeasuredCall#UNKNOWN} where it does not say
 * @param sessions the sessions that it created or listed
 * @param transaction the transaction that it began; else empty
 * @param nextPage the token of the next page of a list; empty where there is none
 */
record Reply(
    Status status,
    long sentNanos,
    long nanos,
    long serverNanos,
    List<String> sessions,
    ByteString transaction,
    String nextPage) {
  /** Whether it was still without an answer when another was sent. */
  boolean inFlightAt(long otherSentNanos) {
    return sentNanos + nanos > otherSentNanos;
  }

  boolean ok() {
    return status.isOk();
  }
}
