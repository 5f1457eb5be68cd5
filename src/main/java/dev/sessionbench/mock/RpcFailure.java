package dev.sessionbench.mock;

import com.google.protobuf.Any;
import com.google.protobuf.Duration;
import com.google.rpc.ResourceInfo;
import com.google.rpc.RetryInfo;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.protobuf.ProtoUtils;

/**
 * Ends an RPC with an error status. It carries no stack trace: it is an answer, not a defect, and a
 * server under load gives many.
 */
final class RpcFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** What the Java client compares the resource type with (its SpannerExceptionFactory). */
  private static final String SESSION_TYPE = "type.googleapis.com/google.spanner.v1.Session";

  private static final Metadata.Key<ResourceInfo> RESOURCE_INFO =
      ProtoUtils.keyForProto(ResourceInfo.getDefaultInstance());

  /** Where gRPC's richer error model puts the details; other languages' clients look there. */
  private static final Metadata.Key<com.google.rpc.Status> STATUS_DETAILS =
      Metadata.Key.of(
          "grpc-status-details-bin",
          ProtoUtils.metadataMarshaller(com.google.rpc.Status.getDefaultInstance()));

  private static final Metadata.Key<RetryInfo> RETRY_INFO =
      ProtoUtils.keyForProto(RetryInfo.getDefaultInstance());

  /** How soon the client may retry what was aborted; the service does not document its delays. */
  private static final Duration RETRY_DELAY = Duration.newBuilder().setNanos(10_000_000).build();

  /** Longer descriptions do not fit into the headers that clients accept. */
  private static final int DESCRIPTION_BYTES = 2_048;

  private final transient Status status;
  private final transient Metadata trailers;

  RpcFailure(Status status, Metadata trailers) {
    super(status.getCode() + ": " + status.getDescription(), status.getCause(), false, false);
    this.status = withShortDescription(status);
    this.trailers = trailers;
  }

  static RpcFailure of(Status status) {
    return new RpcFailure(status, new Metadata());
  }

  static RpcFailure invalidArgument(String message) {
    return of(Status.INVALID_ARGUMENT.withDescription(message));
  }

  static RpcFailure failedPrecondition(String message) {
    return of(Status.FAILED_PRECONDITION.withDescription(message));
  }

  static RpcFailure sessionNotFound(String name) {
    Status status = Status.NOT_FOUND.withDescription("Session not found: " + name);
    ResourceInfo session =
        ResourceInfo.newBuilder().setResourceType(SESSION_TYPE).setResourceName(name).build();
    Metadata trailers = new Metadata();
    trailers.put(RESOURCE_INFO, session);
    trailers.put(STATUS_DETAILS, toProto(status).toBuilder().addDetails(Any.pack(session)).build());
    return new RpcFailure(status, trailers);
  }

  /** ABORTED, with the advice when to retry. */
  static RpcFailure aborted(String message) {
    Status status = Status.ABORTED.withDescription(message);
    RetryInfo retry = RetryInfo.newBuilder().setRetryDelay(RETRY_DELAY).build();
    Metadata trailers = new Metadata();
    trailers.put(RETRY_INFO, retry);
    trailers.put(STATUS_DETAILS, toProto(status).toBuilder().addDetails(Any.pack(retry)).build());
    return new RpcFailure(status, trailers);
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

  /** A status as a message, for replies that carry a status of their own. */
  static com.google.rpc.Status toProto(Status status) {
    com.google.rpc.Status.Builder proto =
        com.google.rpc.Status.newBuilder().setCode(status.getCode().value());
    if (status.getDescription() != null) {
      proto.setMessage(status.getDescription());
    }
    return proto.build();
  }

  Status status() {
    return status;
  }

  Metadata trailers() {
    return trailers;
  }
}
