package dev.sessionbench.mock.journal;

import com.google.spanner.v1.RequestOptions.Priority;
import dev.sessionbench.base.model.Rpc;

/**
 * What a client told about one request besides the request itself. Empty where it told nothing.
 *
 * @param rpc the method
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
    String resourcePrefix,
    boolean routeToLeader,
    String requestId,
    String requestTag,
    String transactionTag,
    Priority priority,
    boolean directed) {}
