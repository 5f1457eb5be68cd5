package dev.sessionbench.study.calibrate;

import com.google.protobuf.ByteString;
import com.google.spanner.v1.Session;
import dev.sessionbench.base.model.Rpc;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** A server that is asked. */
interface Target {
  /**
   * Sends requests in their order, without waiting between them, and waits until each has ended.
   *
   * @param requests at most {@link CalibrationRequest.Budget#IN_FLIGHT}
   * @return what came of each, in the same order
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  List<Reply> send(List<? extends Request<?, ?>> requests) throws InterruptedException;

  /**
   * One RPC.
   *
   * @param sessions how many it asks for
   * @param method how gRPC calls the method
   * @param message what is sent
   * @param routing the parameter and the value by which the service routes it, as in {@code
   *     session=name}
   * @param brought what its last reply holds
   */
  record Request<Q, R>(
      int sessions,
      MethodDescriptor<Q, R> method,
      Q message,
      String routing,
      Function<R, Brought> brought) {
    Rpc rpc() {
      return Rpc.ofFullMethodName(method.getFullMethodName()).orElseThrow();
    }
  }

  /**
   * What the message of a reply holds.
   *
   * @param sessions the sessions that were created or listed
   * @param transaction the transaction that was begun; else empty
   * @param nextPage the token of the next page of a list; empty where there is none
   */
  record Brought(List<String> sessions, ByteString transaction, String nextPage) {
    static final Brought NOTHING = new Brought(List.of(), ByteString.EMPTY, "");

    static Brought sessions(List<Session> sessions, String nextPage) {
      return new Brought(
          sessions.stream().map(Session::getName).toList(), ByteString.EMPTY, nextPage);
    }
  }

  /**
   * What came of one RPC.
   *
   * @param status how it ended
   * @param sent whether it has left for a server
   * @param sentNanos when it was sent, on the clock of its target
   * @param nanos the time from sending to the end, in nanoseconds
   * @param serverNanos what the service's front end says that it took; {@link
   *     Calibration.MeasuredCall#UNKNOWN} where it does not say
   * @param brought what its message holds
   */
  record Reply(
      Status status, boolean sent, long sentNanos, long nanos, long serverNanos, Brought brought) {
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
     * Whether a server may have done what it was asked, although it did not say so: not where it
     * was never asked, nor where its status says that it refused.
     */
    boolean mayHaveActed() {
      return !ok() && sent && !REFUSED.contains(status.getCode());
    }

    boolean ok() {
      return status.isOk();
    }
  }
}
