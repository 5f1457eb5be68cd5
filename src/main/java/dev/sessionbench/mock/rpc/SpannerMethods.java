package dev.sessionbench.mock.rpc;

import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.model.Rpc;
import io.grpc.MethodDescriptor;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;

/** Binds the sixteen methods of the service to what answers them. */
public final class SpannerMethods {
  /** The methods that carry data, and so may be larger than the others. */
  private static final Set<Rpc> LARGE = EnumSet.of(Rpc.COMMIT, Rpc.BATCH_WRITE);

  private final ServerCore core;
  private final ServiceLimits limits;
  private final List<ServerMethodDefinition<?, ?>> bound = new ArrayList<>();

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

  public <Q, R> void add(MethodDescriptor<Q, R> method, Answer<Q, R> answer) {
    add(method, request -> 0, reply -> 0, answer);
  }

  public <Q, R> void add(
      MethodDescriptor<Q, R> method,
      ToIntFunction<Q> sessionsAsked,
      ToIntFunction<R> sessionsCreated,
      Answer<Q, R> answer) {
    Rpc rpc = Rpc.ofFullMethodName(method.getFullMethodName()).orElseThrow();
    int maxBytes = LARGE.contains(rpc) ? limits.commitBytes() : limits.requestBytes();
    CheckedRequests<Q> requests = new CheckedRequests<>(method.getRequestMarshaller(), maxBytes);
    bound.add(
        ServerMethodDefinition.create(
            method.toBuilder(requests, method.getResponseMarshaller()).build(),
            new RpcEndpoint<>(
                rpc,
                core,
                core.counters().method(rpc),
                sessionsAsked,
                sessionsCreated,
                request -> answer.replies(requests.require(request)))));
  }
}
