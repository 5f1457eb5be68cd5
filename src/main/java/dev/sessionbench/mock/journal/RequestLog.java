package dev.sessionbench.mock.journal;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.spanner.v1.DirectedReadOptions;
import com.google.spanner.v1.RequestOptions;
import com.google.spanner.v1.RequestOptions.Priority;
import dev.sessionbench.base.model.Rpc;
import io.grpc.Metadata;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records the headers, tags and priorities that clients send with their latest requests. Of a
 * request itself little is kept, because it may be large.
 */
public final class RequestLog {
  /** So few entries that the garbage collector frees them soon. */
  static final int MAX_CAPACITY = 1_024;

  private static final Metadata.Key<String> RESOURCE_PREFIX = key("google-cloud-resource-prefix");
  private static final Metadata.Key<String> ROUTE_TO_LEADER = key("x-goog-spanner-route-to-leader");
  private static final Metadata.Key<String> REQUEST_ID = key("x-goog-spanner-request-id");

  /** The limit for a header; the service's own names are shorter. */
  private static final int MAX_CHARACTERS = 512;

  /** RequestOptions says that longer tags are truncated. */
  private static final int MAX_TAG_CHARACTERS = 50;

  private final LatestEntries<RequestRecord> latest;

  /**
   * An empty log.
   *
   * @param capacity how many requests it keeps, from 0; more than {@value #MAX_CAPACITY} are never
   *     kept
   */
  public RequestLog(int capacity) {
    latest = new LatestEntries<>(Math.min(capacity, MAX_CAPACITY));
  }

  private static Metadata.Key<String> key(String name) {
    return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
  }

  /**
   * Records a request.
   *
   * @param rpc its method
   * @param headers the headers of the request
   * @param request its message
   */
  public void note(Rpc rpc, Metadata headers, Object request) {
    RequestOptions options =
        field(request, "request_options") instanceof RequestOptions told
            ? told
            : RequestOptions.getDefaultInstance();
    boolean directed =
        field(request, "directed_read_options") instanceof DirectedReadOptions told
            && told.getReplicasCase() != DirectedReadOptions.ReplicasCase.REPLICAS_NOT_SET;
    latest.add(
        new RequestRecord(
            rpc,
            field(request, "session") instanceof String session ? text(session) : "",
            text(headers.get(RESOURCE_PREFIX)),
            "true".equals(headers.get(ROUTE_TO_LEADER)),
            text(headers.get(REQUEST_ID)),
            tag(options.getRequestTag()),
            tag(options.getTransactionTag()),
            options.getPriority(),
            directed));
  }

  /** A field of a message; null if the message has no such field. */
  public static @Nullable Object field(Object request, String name) {
    if (request instanceof Message message) {
      FieldDescriptor field = message.getDescriptorForType().findFieldByName(name);
      return field == null ? null : message.getField(field);
    }
    return null;
  }

  private static String text(@Nullable String header) {
    String told = header == null ? "" : header;
    return told.substring(0, Math.min(told.length(), MAX_CHARACTERS));
  }

  private static String tag(String tag) {
    int start = 0;
    while (start < tag.length() && tag.charAt(start) == '_') {
      start++;
    }
    return tag.substring(start, Math.min(tag.length(), start + MAX_TAG_CHARACTERS));
  }

  /** The requests kept, the oldest first. */
  public List<RequestRecord> entries() {
    return latest.entries();
  }

  /**
   * What a client sent about one request besides the request itself. Values that it did not send
   * are empty.
   *
   * @param rpc the method
   * @param session the name of the session that the request is for
   * @param resourcePrefix the header {@code google-cloud-resource-prefix}: the database
   * @param routeToLeader whether the header {@code x-goog-spanner-route-to-leader} was {@code true}
   * @param requestId the header {@code x-goog-spanner-request-id}
   * @param requestTag the tag of the request, as the service keeps it: at most 50 characters, no
   *     leading underscores
   * @param transactionTag the tag of its transaction, likewise
   * @param priority how urgent it is
   * @param directed whether it names the replicas that may answer it
   */
  public record RequestRecord(
      Rpc rpc,
      String session,
      String resourcePrefix,
      boolean routeToLeader,
      String requestId,
      String requestTag,
      String transactionTag,
      Priority priority,
      boolean directed) {}
}
