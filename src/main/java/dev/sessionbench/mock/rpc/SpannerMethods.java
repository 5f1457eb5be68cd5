package dev.sessionbench.mock.rpc;

import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.base.model.Rpc;
import io.grpc.MethodDescriptor;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/** Binds the sixteen methods of the service to what answers them. */
public final class SpannerMethods {
  /** The methods that carry data, and so may be larger than the others. */
  private static final Set<Rpc> LARGE = EnumSet.of(Rpc.COMMIT, Rpc.BATCH_WRITE);

  private final ServerCore core;
  private final ServiceLimits limits;
  private final List<ServerMethodDefinition<?, ?>> bound = new ArrayList<>();

  /**
   * No methods yet.
   *
   * @param core what they share
   * @param limits how large requests may be
   */
  public SpannerMethods(ServerCore core, ServiceLimits limits) {
    this.core = core;
    this.limits = limits;
  }

  /** The service as generated, but with our own way to read requests. */
  public ServerServiceDefinition service() {
    ServiceDescriptor generated = SpannerGrpc.getServiceDescriptor();
    ServiceDescriptor.Builder descriptor =
        ServiceDescriptor.newBuilder(generated.getName())
            .setSchemaDescriptor(generated.getSchemaDescriptor());
    bound.forEach(method -> descriptor.addMethod(method.getMethodDescriptor()));
    ServerServiceDefinition.Builder service = ServerServiceDefinition.builder(descriptor.build());
    bound.forEach(service::addMethod);
    return service.build();
  }

  /**
   * Adds a method that answers with one message and creates no sessions.
   *
   * @param method as generated
   * @param reply answers a request without blocking, or throws an {@link RpcFailure}
   */
  public <Q, R> void unary(MethodDescriptor<Q, R> method, Function<Q, R> reply) {
    unary(method, request -> 0, created -> 0, reply);
  }

  /**
   * Adds a method that answers with one message.
   *
   * @param method as generated
   * @param sessionsAsked how many sessions a request asks for
   * @param sessionsCreated how many sessions a reply has created
   * @param reply answers a request without blocking, or throws an {@link RpcFailure}
   */
  public <Q, R> void unary(
      MethodDescriptor<Q, R> method,
      ToIntFunction<Q> sessionsAsked,
      ToIntFunction<R> sessionsCreated,
      Function<Q, R> reply) {
    add(method, sessionsAsked, sessionsCreated, request -> List.of(reply.apply(request)));
  }

  /**
   * Adds a method that answers with a stream.
   *
   * @param method as generated
   * @param replies answers a request without blocking, or throws an {@link RpcFailure}
   */
  public <Q, R> void streaming(MethodDescriptor<Q, R> method, Function<Q, List<R>> replies) {
    add(method, request -> 0, reply -> 0, replies);
  }

  private <Q, R> void add(
      MethodDescriptor<Q, R> method,
      ToIntFunction<Q> sessionsAsked,
      ToIntFunction<R> sessionsCreated,
      Function<Q, List<R>> answer) {
    Rpc rpc = Rpc.ofFullMethodName(method.getFullMethodName()).orElseThrow();
    int maxBytes = LARGE.contains(rpc) ? limits.commitBytes() : limits.requestBytes();
    CheckedRequests<Q> requests = new CheckedRequests<>(method.getRequestMarshaller(), maxBytes);
    bound.add(
        ServerMethodDefinition.create(
            method.toBuilder(requests, method.getResponseMarshaller()).build(),
            new PendingCall.RpcEndpoint<>(
                rpc,
                core,
                core.counters().method(rpc),
                sessionsAsked,
                sessionsCreated,
                request -> answer.apply(requests.require(request)))));
  }
}
