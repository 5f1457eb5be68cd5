package dev.sessionbench.mock.rpc;

import com.google.protobuf.Any;
import com.google.protobuf.Message;
import com.google.protobuf.util.Durations;
import com.google.rpc.ResourceInfo;
import com.google.rpc.RetryInfo;
import dev.sessionbench.mock.fault.FaultEffect;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.protobuf.ProtoUtils;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Ends an RPC with an error status. It carries no stack trace, because it is a normal answer, and a
 * server under load sends many.
 */
public final class RpcFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** The resource type that the Java client compares with (its SpannerExceptionFactory). */
  private static final String SESSION_TYPE = "type.googleapis.com/google.spanner.v1.Session";

  /** The key of details in gRPC's richer error model, which clients in other languages read. */
  private static final Metadata.Key<com.google.rpc.Status> STATUS_DETAILS =
      Metadata.Key.of(
          "grpc-status-details-bin",
          ProtoUtils.metadataMarshaller(com.google.rpc.Status.getDefaultInstance()));

  /** When the client may retry an aborted transaction; the service does not document its delays. */
  private static final Duration RETRY_DELAY = Duration.ofMillis(10);

  /** Longer descriptions do not fit into the headers that clients accept. */
  private static final int DESCRIPTION_BYTES = 2_048;

  private final transient Status status;
  private final transient Metadata trailers;

  RpcFailure(Status status, Metadata trailers) {
    super(status.getCode() + ": " + status.getDescription(), status.getCause(), false, false);
    this.status = withShortDescription(status);
    this.trailers = trailers;
  }

  /** An error of any status but OK, without details. */
  public static RpcFailure of(Status status) {
    return new RpcFailure(status, new Metadata());
  }

  /** INVALID_ARGUMENT. */
  public static RpcFailure invalidArgument(String message) {
    return of(Status.INVALID_ARGUMENT.withDescription(message));
  }

  /**
   * Throws if a request is wrong. The message is formatted only then, so correct requests cost
   * nothing.
   *
   * @param wrong whether to throw
   * @param message what is wrong, as a format
   * @param values the values that the format inserts
   * @throws RpcFailure INVALID_ARGUMENT if it is wrong
   */
  public static void invalidArgumentIf(boolean wrong, String message, Object... values) {
    if (wrong) {
      throw invalidArgument(String.format(Locale.ROOT, message, values));
    }
  }

  /**
   * Throws if a request is not possible in the current state.
   *
   * @param wrong whether to throw
   * @param message why not, as a format
   * @param values the values that the format inserts
   * @throws RpcFailure FAILED_PRECONDITION if it is wrong
   */
  public static void failedPreconditionIf(boolean wrong, String message, Object... values) {
    if (wrong) {
      String problem = String.format(Locale.ROOT, message, values);
      throw of(Status.FAILED_PRECONDITION.withDescription(problem));
    }
  }

  /** NOT_FOUND, with details by which clients recognise that a session is gone. */
  public static RpcFailure sessionNotFound(String name) {
    Status missing = Status.NOT_FOUND.withDescription("Session not found: " + name);
    return withDetails(missing, List.of(resource(SESSION_TYPE, name)));
  }

  /**
   * The error that a fault rule asks for.
   *
   * @param fail the plan's
   * @param session the full name of the session that the call names
   */
  static RpcFailure planned(FaultEffect.Fail fail, String session) {
    List<Message> details = new ArrayList<>();
    fail.retryAfter().ifPresent(delay -> details.add(retryInfo(delay)));
    fail.resource()
        .ifPresent(
            about ->
                details.add(
                    resource(about.type(), about.name().isEmpty() ? session : about.name())));
    return withDetails(fail.code().toStatus().withDescription(fail.message()), details);
  }

  private static ResourceInfo resource(String type, String name) {
    return ResourceInfo.newBuilder().setResourceType(type).setResourceName(name).build();
  }

  private static RetryInfo retryInfo(Duration delay) {
    return RetryInfo.newBuilder().setRetryDelay(Durations.fromNanos(delay.toNanos())).build();
  }

  /**
   * Each detail has its own key, where the Java client looks; all of them are also in the richer
   * model's detail.
   */
  private static RpcFailure withDetails(Status status, List<Message> details) {
    Metadata trailers = new Metadata();
    // These are headers too, and repeat the description.
    com.google.rpc.Status.Builder all = toProto(withShortDescription(status)).toBuilder();
    for (Message detail : details) {
      trailers.put(ProtoUtils.keyForProto(detail), detail);
      all.addDetails(Any.pack(detail));
    }
    if (!details.isEmpty()) {
      trailers.put(STATUS_DETAILS, all.build());
    }
    return new RpcFailure(status, trailers);
  }

  /** ABORTED, with a delay for the retry. */
  public static RpcFailure aborted(String message) {
    return withDetails(Status.ABORTED.withDescription(message), List.of(retryInfo(RETRY_DELAY)));
  }

  private static Status withShortDescription(Status status) {
    String description = status.getDescription();
    if (description == null) {
      return status;
    }
    int budget = DESCRIPTION_BYTES;
    for (int i = 0; i < description.length(); i++) {
      char c = description.charAt(i);
      // gRPC sends three bytes for each byte that is not printable ASCII.
      budget -= c >= ' ' && c < 0x7f && c != '%' ? 1 : c < 0x80 ? 3 : 9;
      if (budget < 0) {
        return status.withDescription(description.substring(0, i) + "...");
      }
    }
    return status;
  }

  /** A status as a message, for replies that contain a status. */
  public static com.google.rpc.Status toProto(Status status) {
    com.google.rpc.Status.Builder proto =
        com.google.rpc.Status.newBuilder().setCode(status.getCode().value());
    if (status.getDescription() != null) {
      proto.setMessage(status.getDescription());
    }
    return proto.build();
  }

  /** The status with which the RPC ends. */
  public Status status() {
    return status;
  }

  Metadata trailers() {
    return trailers;
  }
}
