package dev.sessionbench.mock.admin;

import com.google.longrunning.GetOperationRequest;
import com.google.longrunning.Operation;
import com.google.longrunning.OperationsGrpc;
import com.google.protobuf.Any;
import com.google.protobuf.Message;
import io.grpc.ServerServiceDefinition;

/**
 * The latest operations of admin calls, all of them done, and the service that tells of them. Safe
 * for use by any thread.
 */
final class LongRunningOperations {
  private static final int CAPACITY = 1_000;

  private final Registry<Operation> latest = new Registry<>(CAPACITY);
  private long number;

  /**
   * An operation that is done.
   *
   * @param resource the name of what it is about
   * @param wantedId the id that the client wants it to have, empty for any
   * @param metadata what it tells about itself
   * @param result its result
   */
  synchronized Operation done(String resource, String wantedId, Message metadata, Message result) {
    number++;
    String id = wantedId.isEmpty() ? "_auto_op_" + number : wantedId;
    Operation operation =
        Operation.newBuilder()
            .setName(resource + "/operations/" + id)
            .setMetadata(Any.pack(metadata))
            .setDone(true)
            .setResponse(Any.pack(result))
            .build();
    latest.replace(operation.getName(), operation, operation.getSerializedSize());
    return operation;
  }

  ServerServiceDefinition service() {
    return new AdminMethods()
        .add(OperationsGrpc.getGetOperationMethod(), this::get)
        .service(new OperationsGrpc.OperationsImplBase() {});
  }

  private Operation get(GetOperationRequest request) {
    return latest
        .find(request.getName())
        .orElseThrow(() -> AdminNames.notFound("Operation", request.getName()));
  }
}
