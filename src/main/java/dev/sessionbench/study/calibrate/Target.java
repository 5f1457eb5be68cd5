package dev.sessionbench.study.calibrate;

import com.google.protobuf.ByteString;
import com.google.spanner.v1.BatchCreateSessionsResponse;
import com.google.spanner.v1.ListSessionsResponse;
import com.google.spanner.v1.Session;
import com.google.spanner.v1.Transaction;
import dev.sessionbench.base.model.Rpc;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A server that is calibrated. */
interface Target extends AutoCloseable {
  /**
   * Sends requests in their order, without waiting between them, and waits until each has ended.
   *
   * @param requests at most {@link CalibrationRequest.Budget#IN_FLIGHT}
   * @return what came of each, in the same order
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  List<Reply> send(List<? extends Request<?, ?>> requests) throws InterruptedException;

  @Override
  void close();

  /**
   * One RPC.
   *
   * @param sessions how many it asks for
   * @param method how gRPC calls the method
   * @param message what is sent
   * @param key the field by which the service routes it
   * @param name the value of that field
   */
  record Request<Q, R>(
      int sessions, MethodDescriptor<Q, R> method, Q message, String key, String name) {
    Rpc rpc() {
      return Rpc.ofFullMethodName(method.getFullMethodName()).orElseThrow();
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
   * @param message the last message; null where none came
   */
  record Reply(
      Status status,
      boolean sent,
      long sentNanos,
      long nanos,
      long serverNanos,
      @Nullable Object message) {
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

    /** The names of the sessions that were created. */
    List<String> created() {
      return message instanceof BatchCreateSessionsResponse created
          ? created.getSessionList().stream().map(Session::getName).toList()
          : List.of();
    }

    /** A page of the list of sessions; an empty one if the reply is of another method. */
    ListSessionsResponse page() {
      return message instanceof ListSessionsResponse page
          ? page
          : ListSessionsResponse.getDefaultInstance();
    }

    /** The transaction that was begun; else empty. */
    ByteString transaction() {
      return message instanceof Transaction begun ? begun.getId() : ByteString.EMPTY;
    }
  }
}
