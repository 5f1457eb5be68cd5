package dev.sessionbench.study.calibrate;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.spanner.v1.BatchCreateSessionsRequest;
import com.google.spanner.v1.BatchCreateSessionsResponse;
import com.google.spanner.v1.ListSessionsResponse;
import com.google.spanner.v1.Session;
import com.google.spanner.v1.Transaction;
import dev.sessionbench.base.model.Rpc;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A server to calibrate. */
interface Target extends AutoCloseable {
  /**
   * Sends requests in order, without waiting between them, and then waits until each has ended.
   *
   * @param requests at most {@link CalibrationRequest.Budget#IN_FLIGHT}
   * @return the outcome of each, in the same order
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  List<Reply> send(List<? extends Request<?, ?>> requests) throws InterruptedException;

  @Override
  void close();

  /** One RPC: its method in gRPC, and the message to send. */
  record Request<Q extends Message, R>(MethodDescriptor<Q, R> method, Q message) {
    Rpc rpc() {
      return Rpc.ofFullMethodName(method.getFullMethodName()).orElseThrow();
    }

    /** How many sessions it asks for. */
    int sessions() {
      return message instanceof BatchCreateSessionsRequest create ? create.getSessionCount() : 0;
    }

    /** The header by which the service routes it: the first field of every message. */
    String routing() {
      FieldDescriptor field = message.getDescriptorForType().findFieldByNumber(1);
      String name = URLEncoder.encode(message.getField(field).toString(), StandardCharsets.UTF_8);
      return field.getName() + "=" + name;
    }
  }

  /**
   * The outcome of one RPC.
   *
   * @param status how it ended
   * @param sent whether it has left for a server
   * @param sentNanos when it was sent, on the clock of its target
   * @param nanos the time from sending to the end, in nanoseconds
   * @param serverNanos the time that the service's front end reports; {@link
   *     Calibration.MeasuredCall#UNKNOWN} if it reports none
   * @param message the last message; null if none came
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

    /** Whether it still had no answer when another was sent. */
    boolean inFlightAt(long otherSentNanos) {
      return sentNanos + nanos > otherSentNanos;
    }

    /**
     * Whether a server may have acted on a request that failed. It has not if the request was never
     * sent, or its status is a refusal.
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

    /** A page of the list of sessions; empty if the reply is of another method. */
    ListSessionsResponse page() {
      return message instanceof ListSessionsResponse page
          ? page
          : ListSessionsResponse.getDefaultInstance();
    }

    /** The transaction that was begun; empty for other replies. */
    ByteString transaction() {
      return message instanceof Transaction begun ? begun.getId() : ByteString.EMPTY;
    }
  }
}
