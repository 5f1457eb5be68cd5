package dev.sessionbench.mock.rpc;

import com.google.protobuf.MessageLite;
import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.SimulatedTime;
import dev.sessionbench.base.model.TimeSource;
import dev.sessionbench.mock.journal.LatestEntries;
import dev.sessionbench.mock.journal.RequestLog;
import dev.sessionbench.mock.journal.RpcCounters;
import dev.sessionbench.mock.journal.RpcRecord;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.PrototypeMarshaller;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntConsumer;

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
   * Adds a method that answers with one message.
   *
   * @param method as generated
   * @param reply answers a request without blocking, or throws an {@link RpcFailure}
   */
  public <Q, R> SpannerMethods unary(MethodDescriptor<Q, R> method, Function<Q, R> reply) {
    return streaming(method, request -> List.of(reply.apply(request)));
  }

  /**
   * Adds a method that answers with a stream.
   *
   * @param method as generated
   * @param replies answers a request without blocking, or throws an {@link RpcFailure}
   */
  public <Q, R> SpannerMethods streaming(
      MethodDescriptor<Q, R> method, Function<Q, List<R>> replies) {
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
                request -> replies.apply(requests.require(request)))));
    return this;
  }

  /**
   * Reads the requests of a method, and refuses those that no method should see: what could not be
   * read, and what is too large. Both statuses are those of gRPC's own list (statuscodes.md).
   *
   * <p>Of bytes that are no message it makes a placeholder, which is refused when it is answered:
   * gRPC itself would end such a call with UNKNOWN, and log it as a defect of the server.
   *
   * @param <Q> the request
   */
  static final class CheckedRequests<Q> implements Marshaller<Q> {
    private final Marshaller<Q> marshaller;
    private final int maxBytes;
    private final Q unreadable;

    /**
     * The requests of one method.
     *
     * @param generated the method's generated marshaller
     * @param maxBytes how large a request may be
     */
    @SuppressWarnings("unchecked") // The prototype is a message of the method's own kind.
    CheckedRequests(Marshaller<Q> generated, int maxBytes) {
      this.marshaller = generated;
      this.maxBytes = maxBytes;
      MessageLite prototype =
          (MessageLite) ((PrototypeMarshaller<Q>) generated).getMessagePrototype();
      // An object of its own: no message that a client sends is the same one.
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
     * @throws RpcFailure INTERNAL if it could not be read, RESOURCE_EXHAUSTED if it is too large
     */
    // The placeholder is told by identity, as an empty request equals it.
    @SuppressWarnings("ReferenceEquality")
    Q require(Q request) {
      if (request == unreadable) {
        throw RpcFailure.of(Status.INTERNAL.withDescription("Error parsing request proto"));
      }
      int bytes = ((MessageLite) request).getSerializedSize();
      if (bytes > maxBytes) {
        throw RpcFailure.of(
            Status.RESOURCE_EXHAUSTED.withDescription(
                "Request message larger than max (%d vs. %d)".formatted(bytes, maxBytes)));
      }
      return request;
    }
  }

  /**
   * What all methods of one server share.
   *
   * @param counters counts arrivals
   * @param journal keeps the latest arrivals
   * @param requests keeps what clients told about the latest
   * @param time decides how long an RPC takes
   * @param splits what calls that touch data wait for besides; nothing where the server never tires
   * @param clock lets that time pass
   * @param faults decides what goes wrong
   * @param requested counts the regular sessions that requests ask for
   * @param announcesTime whether replies tell their simulated time in the header {@code
   *     server-timing}, as the service's front end does
   */
  public record ServerCore(
      RpcCounters counters,
      LatestEntries<RpcRecord> journal,
      RequestLog requests,
      SimulatedTime time,
      Optional<SplitCalls> splits,
      TimeSource clock,
      CallFaults faults,
      IntConsumer requested,
      boolean announcesTime) {}
}
