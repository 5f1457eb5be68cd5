package dev.sessionbench.mock.admin;

import com.google.longrunning.Operation;
import com.google.longrunning.OperationsGrpc;
import com.google.protobuf.Any;
import com.google.protobuf.Message;
import dev.sessionbench.mock.rpc.ResourceName;
import dev.sessionbench.mock.rpc.RpcFailure;
import dev.sessionbench.mock.rpc.SpannerMethods;
import io.grpc.MethodDescriptor;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.ServerCalls.UnaryMethod;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Answers the admin services of one server: {@code DatabaseAdmin}, {@code InstanceAdmin} and the
 * {@code Operations} of their calls.
 *
 * <p>Every instance and database exists unless it was dropped. One that was never created is
 * described as a small one that is ready. Created ones are listed and keep their DDL as it was
 * sent. Every operation is done when it is answered. Memory is bounded: the {@value #REMEMBERED}
 * latest names of each kind are kept.
 *
 * <p>Dropping a database does not end its sessions. The DDL is not parsed: statements have
 * registered results, which do not come from tables.
 */
public final class AdminServices {
  /** The most instances, and the most databases, that are kept. */
  static final int REMEMBERED = 10_000;

  private AdminServices() {}

  /**
   * The services, with nothing created yet.
   *
   * @param clock the time of creations
   * @return services to be added to a server
   */
  public static List<ServerServiceDefinition> create(InstantSource clock) {
    LongRunningOperations operations = new LongRunningOperations();
    Databases databases = new Databases(operations, clock);
    Instances instances = new Instances(databases, operations, clock);
    return List.of(databases.service(), instances.service(), operations.service());
  }

  /** The implemented methods of one service; its other methods stay unimplemented. */
  static final class AdminMethods {
    private final List<ServerMethodDefinition<?, ?>> answered = new ArrayList<>();

    /**
     * Adds a method.
     *
     * @param reply answers it, or throws the status with which it fails
     */
    <Q, R> AdminMethods add(MethodDescriptor<Q, R> method, Function<Q, R> reply) {
      UnaryMethod<Q, R> answer =
          (request, observer) -> {
            try {
              observer.onNext(reply.apply(request));
              observer.onCompleted();
            } catch (RpcFailure e) {
              observer.onError(e.status().asRuntimeException());
            }
          };
      answered.add(ServerMethodDefinition.create(method, ServerCalls.asyncUnaryCall(answer)));
      return this;
    }

    /** The service, which answers these methods alone. */
    ServerServiceDefinition service(ServiceDescriptor generated) {
      return SpannerMethods.service(generated, answered);
    }
  }

  /**
   * The latest operations of admin calls, all of them done, and the service that reports them.
   * Thread-safe.
   */
  static final class LongRunningOperations {
    private static final int CAPACITY = 1_000;

    private final Registry<Operation> latest =
        new Registry<>(
            ResourceName.OPERATION,
            CAPACITY,
            name -> {
              throw ResourceName.OPERATION.notFound(name);
            });
    private long number;

    /**
     * An operation that is done.
     *
     * @param resource the name of the operation's resource
     * @param wantedId the id that the client wants it to have, empty for any
     * @param metadata the operation's metadata
     * @param result its result
     */
    synchronized Operation done(
        String resource, String wantedId, Message metadata, Message result) {
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
          .add(OperationsGrpc.getGetOperationMethod(), request -> latest.get(request.getName()))
          .service(OperationsGrpc.getServiceDescriptor());
    }
  }
}
