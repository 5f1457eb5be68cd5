package dev.sessionbench.mock.admin;

import com.google.longrunning.Operation;
import com.google.protobuf.Any;
import com.google.protobuf.Message;
import java.util.Optional;

/** The latest operations, all of them done. Safe for use by any thread. */
final class OperationLog {
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

  Optional<Operation> find(String name) {
    return latest.find(name);
  }
}
