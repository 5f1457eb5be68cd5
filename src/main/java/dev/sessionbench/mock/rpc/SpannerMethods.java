package dev.sessionbench.mock.rpc;

import com.google.protobuf.Descriptors;
import com.google.protobuf.MessageLite;
import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.SimulatedTime;
import dev.sessionbench.base.model.TimeSource;
import dev.sessionbench.mock.rpc.PendingCall.RpcEndpoint;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.PrototypeMarshaller;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.ProtoServiceDescriptorSupplier;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * Binds the sixteen methods of the service to their implementations.
 *
 * @param <S> what a session is for the methods that act in one
 */
public final class SpannerMethods<S> {
  private final ServerCore core;
  private final Function<String, S> sessions;
  private final List<ServerMethodDefinition<?, ?>> bound = new ArrayList<>();

  /**
   * A service without methods.
   *
   * @param core what they share
   * @param sessions finds the session of a request by its name
   */
  public SpannerMethods(ServerCore core, Function<String, S> sessions) {
    this.core = core;
    this.sessions = sessions;
  }

  /** The generated service, with our own reader of requests. */
  public ServerServiceDefinition service() {
    return service(SpannerGrpc.getServiceDescriptor(), bound);
  }

  /**
   * A service that answers some methods. gRPC answers the others with UNIMPLEMENTED.
   *
   * @param generated the service with all its methods
   * @param answered the methods that it answers
   */
  public static ServerServiceDefinition service(
      ServiceDescriptor generated, List<ServerMethodDefinition<?, ?>> answered) {
    ServiceDescriptor.Builder descriptor =
        ServiceDescriptor.newBuilder(generated.getName())
            .setSchemaDescriptor(generated.getSchemaDescriptor());
    answered.forEach(method -> descriptor.addMethod(method.getMethodDescriptor()));
    ServerServiceDefinition.Builder service = ServerServiceDefinition.builder(descriptor.build());
    answered.forEach(service::addMethod);
    return service.build();
  }

  /** The names of all methods of a service, answered or not. */
  public static List<String> names(ServiceDescriptor service) {
    return ((ProtoServiceDescriptorSupplier) service.getSchemaDescriptor())
        .getServiceDescriptor().getMethods().stream()
            .map(Descriptors.MethodDescriptor::getName)
            .toList();
  }

  /**
   * Adds a method that answers with one message.
   *
   * @param method as generated
   * @param reply answers a request without blocking, or throws an {@link RpcFailure}
   */
  public <Q, R> SpannerMethods<S> unary(MethodDescriptor<Q, R> method, Function<Q, R> reply) {
    return bind(method, request -> List.of(reply.apply(request)));
  }

  /** Adds a method that acts in the session of its request and answers with one message. */
  public <Q, R> SpannerMethods<S> unary(
      MethodDescriptor<Q, R> method, Function<Q, String> session, BiFunction<S, Q, R> reply) {
    return unary(method, q -> reply.apply(sessions.apply(session.apply(q)), q));
  }

  /** Adds a method that acts in the session of its request and answers with a stream. */
  public <Q, R> SpannerMethods<S> streaming(
      MethodDescriptor<Q, R> method, Function<Q, String> session, BiFunction<S, Q, List<R>> reply) {
    return bind(method, q -> reply.apply(sessions.apply(session.apply(q)), q));
  }

  private <Q, R> SpannerMethods<S> bind(
      MethodDescriptor<Q, R> method, Function<Q, List<R>> replies) {
    Rpc rpc = Rpc.ofFullMethodName(method.getFullMethodName()).orElseThrow();
    CheckedRequests<Q> requests = new CheckedRequests<>(method.getRequestMarshaller());
    MethodDescriptor<Q, R> checked =
        method.toBuilder(requests, method.getResponseMarshaller()).build();
    Function<Q, List<R>> answer = request -> replies.apply(requests.require(request));
    RpcEndpoint<Q, R> endpoint = new RpcEndpoint<>(rpc, core, core.counters().method(rpc), answer);
    bound.add(ServerMethodDefinition.create(checked, endpoint));
    return this;
  }

  /**
   * Parses the requests of a method, and refuses those that are unreadable, as gRPC's own list has
   * it (statuscodes.md).
   *
   * <p>Unreadable bytes become a placeholder, which is refused when it is answered. Otherwise gRPC
   * would end the call with UNKNOWN, and log it as a defect of the server.
   *
   * @param <Q> the request
   */
  static final class CheckedRequests<Q> implements Marshaller<Q> {
    private final Marshaller<Q> marshaller;
    private final Q unreadable;

    /**
     * The requests of one method.
     *
     * @param generated the method's generated marshaller
     */
    @SuppressWarnings("unchecked") // The prototype is a message of the method's own kind.
    CheckedRequests(Marshaller<Q> generated) {
      this.marshaller = generated;
      MessageLite prototype =
          (MessageLite) ((PrototypeMarshaller<Q>) generated).getMessagePrototype();
      // A separate object, so that no message of a client is the same object.
      this.unreadable = (Q) prototype.newBuilderForType().build();
    }

    @Override
    public InputStream stream(Q value) {
      return marshaller.stream(value);
    }

    @Override
    public Q parse(InputStream stream) {
      try {
        return marshaller.parse(stream);
      } catch (StatusRuntimeException e) {
        return unreadable;
      }
    }

    /**
     * Checks a request before it is answered.
     *
     * @return the request
     * @throws RpcFailure INTERNAL if it could not be read
     */
    // The placeholder is compared by identity, because an empty request equals it.
    @SuppressWarnings("ReferenceEquality")
    Q require(Q request) {
      if (request == unreadable) {
        throw RpcFailure.of(Status.INTERNAL.withDescription("Error parsing request proto"));
      }
      return request;
    }
  }

  /**
   * The state that all methods of one server share.
   *
   * @param counters counts arrivals
   * @param journal keeps the latest arrivals
   * @param time decides how long an RPC takes
   * @param splits the queues of calls that touch data; empty if the capacity is unlimited
   * @param clock lets that time pass
   * @param faults decides which calls fail
   * @param requested counts the regular sessions that requests ask for
   * @param announcesTime whether replies carry their simulated time in the header {@code
   *     server-timing}, as the service's front end does
   */
  public record ServerCore(
      RpcCounters counters,
      LatestEntries<RpcRecord> journal,
      Supplier<SimulatedTime> time,
      Optional<SplitCalls> splits,
      TimeSource clock,
      CallFaults faults,
      IntConsumer requested,
      boolean announcesTime) {}
}
