package dev.sessionbench.mock.admin;

import com.google.longrunning.Operation;
import com.google.longrunning.OperationsGrpc;
import com.google.protobuf.Any;
import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import dev.sessionbench.mock.rpc.ResourceName;
import dev.sessionbench.mock.rpc.RpcFailure;
import io.grpc.BindableService;
import io.grpc.MethodDescriptor;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ServerCalls;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The admin services of one server: {@code DatabaseAdmin}, {@code InstanceAdmin} and the {@code
 * Operations} of their calls.
 *
 * <p>The mock serves every name, so every instance and database is there, unless it was dropped:
 * one that was never created is described as a small one that is ready. What was created is listed
 * and remembers its DDL, as it was sent. Every operation is done when it is answered. Memory is
 * bounded: of each kind the {@value #REMEMBERED} latest names are remembered.
 *
 * <p>Dropping a database does not end its sessions, and the DDL is not parsed: what statements
 * answer is registered, not derived from tables.
 */
public final class AdminServices {
  /** Instances, and databases, that are remembered at most. */
  static final int REMEMBERED = 10_000;

  private AdminServices() {}

  /**
   * The services, with nothing created yet.
   *
   * @param clock tells when something is created
   * @return services to be added to a server
   */
  public static List<ServerServiceDefinition> create(InstantSource clock) {
    LongRunningOperations operations = new LongRunningOperations();
    Databases databases = new Databases(operations, clock);
    Instances instances = new Instances(databases, operations, clock);
    return List.of(databases.service(), instances.service(), operations.service());
  }

  /** The time as the protocol writes it. */
  static Timestamp now(InstantSource clock) {
    Instant now = clock.instant();
    return Timestamp.newBuilder().setSeconds(now.getEpochSecond()).setNanos(now.getNano()).build();
  }

  /** The methods of one service that are answered; its others stay unimplemented. */
  static final class AdminMethods {
    private final Map<String, ServerMethodDefinition<?, ?>> answered = new HashMap<>();

    /**
     * Adds a method.
     *
     * @param reply answers it, or throws the status with which it fails
     */
    <Q, R> AdminMethods add(MethodDescriptor<Q, R> method, Function<Q, R> reply) {
      answered.put(
          method.getFullMethodName(),
          ServerMethodDefinition.create(
              method,
              ServerCalls.asyncUnaryCall(
                  (request, observer) -> {
                    try {
                      observer.onNext(reply.apply(request));
                      observer.onCompleted();
                    } catch (RpcFailure e) {
                      observer.onError(e.status().asRuntimeException());
                    }
                  })));
      return this;
    }

    /** The service, with these methods in the place of the generated ones. */
    ServerServiceDefinition service(BindableService generated) {
      ServerServiceDefinition all = generated.bindService();
      var service = ServerServiceDefinition.builder(all.getServiceDescriptor());
      for (ServerMethodDefinition<?, ?> method : all.getMethods()) {
        service.addMethod(
            answered.getOrDefault(method.getMethodDescriptor().getFullMethodName(), method));
      }
      return service.build();
    }
  }

  /**
   * The latest operations of admin calls, all of them done, and the service that tells of them.
   * Safe for use by any thread.
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
     * @param resource the name of what it is about
     * @param wantedId the id that the client wants it to have, empty for any
     * @param metadata what it tells about itself
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
          .service(new OperationsGrpc.OperationsImplBase() {});
    }
  }

  /**
   * The resources of one kind: what was created under which name, and which names were dropped. It
   * keeps the latest of both, up to a number and to a total size. Safe for use by any thread.
   *
   * @param <T> what is created
   */
  static final class Registry<T> {
    /** The total size of names and values at most, in bytes or characters. */
    static final long MAX_SIZE = 64L << 20;

    private static final int MAX_PAGE_SIZE = 1_000;

    private final ResourceName kind;
    private final int capacity;
    private final Function<String, T> described;
    private final Map<String, Entry<T>> byName = new LinkedHashMap<>();
    private long totalSize;

    /**
     * Nothing yet.
     *
     * @param kind the form of the names
     * @param capacity names remembered at most
     * @param described what is there under a name that nothing was created under
     */
    Registry(ResourceName kind, int capacity, Function<String, T> described) {
      this.kind = kind;
      this.capacity = capacity;
      this.described = described;
    }

    /** Something created, or nothing where the name was dropped. */
    private record Entry<T>(Optional<T> created, long size) {}

    /**
     * One page of a list.
     *
     * @param items its items
     * @param nextToken the name of its last item, after which the next page begins; empty for the
     *     last
     */
    record Page<T>(List<T> items, String nextToken) {}

    /**
     * What is there under a name.
     *
     * @throws RpcFailure INVALID_ARGUMENT if the name has another form, NOT_FOUND if it was dropped
     */
    synchronized T get(String name) {
      Entry<T> entry = byName.get(kind.require(name));
      if (entry == null) {
        return described.apply(name);
      }
      return entry.created().orElseThrow(() -> kind.notFound(name));
    }

    /**
     * Creates something.
     *
     * @param size how large it is
     * @throws RpcFailure ALREADY_EXISTS if something of that name was created before
     */
    synchronized void create(String name, T value, long size) {
      if (isCreated(name)) {
        throw kind.alreadyExists(name);
      }
      replace(name, value, size);
    }

    private boolean isCreated(String name) {
      Entry<T> entry = byName.get(name);
      return entry != null && entry.created().isPresent();
    }

    /**
     * Changes what is there under a name.
     *
     * @param change makes another value of it
     * @param addedSize how much larger it becomes
     * @throws RpcFailure as {@link #get} does
     */
    synchronized void change(String name, UnaryOperator<T> change, long addedSize) {
      T changed = change.apply(get(name));
      Entry<T> before = byName.get(name);
      replace(name, changed, (before == null ? 0 : before.size()) + addedSize);
    }

    /** Creates something in the place of what was created under its name before. */
    synchronized void replace(String name, T value, long size) {
      put(name, new Entry<>(Optional.of(value), size));
    }

    /**
     * Marks a name as dropped, whether or not something was created under it.
     *
     * @throws RpcFailure INVALID_ARGUMENT if the name has another form
     */
    synchronized void drop(String name) {
      put(kind.require(name), new Entry<>(Optional.empty(), 0));
    }

    /** The names with a prefix under which something is created, in the order of creation. */
    synchronized List<String> created(String prefix) {
      return byName.keySet().stream()
          .filter(name -> name.startsWith(prefix) && isCreated(name))
          .toList();
    }

    /**
     * One page of what is created under names with a prefix.
     *
     * @param asked how many items the client wants, 0 for as many as the server likes
     * @param token the next token of the page before; empty for the first page
     * @throws RpcFailure INVALID_ARGUMENT if nothing has the token's name
     */
    synchronized Page<T> page(String prefix, int asked, String token) {
      List<String> names = created(prefix);
      int from = names.indexOf(token) + 1;
      RpcFailure.invalidArgumentIf(from == 0 && !token.isEmpty(), "Invalid page token: %s", token);
      int size = asked < 1 ? MAX_PAGE_SIZE : Math.min(asked, MAX_PAGE_SIZE);
      int to = Math.min(names.size(), from + size);
      return new Page<>(
          names.subList(from, to).stream().map(this::get).toList(),
          to < names.size() ? names.get(to - 1) : "");
    }

    private void put(String name, Entry<T> entry) {
      Entry<T> before = byName.remove(name);
      totalSize += entry.size() + (before == null ? name.length() : -before.size());
      byName.put(name, entry);
      var oldestFirst = byName.entrySet().iterator();
      while (byName.size() > capacity || (totalSize > MAX_SIZE && byName.size() > 1)) {
        Map.Entry<String, Entry<T>> oldest = oldestFirst.next();
        totalSize -= oldest.getKey().length() + oldest.getValue().size();
        oldestFirst.remove();
      }
    }
  }
}
