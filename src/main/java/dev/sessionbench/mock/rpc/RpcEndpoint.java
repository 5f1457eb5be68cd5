package dev.sessionbench.mock.rpc;

import dev.sessionbench.mock.journal.RpcCounters.MethodCounter;
import dev.sessionbench.model.Rpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * One method of the service: what it shares with all its calls, resolved once.
 *
 * @param <Q> the request
 * @param <R> the reply
 * @param rpc the method
 * @param core what all methods share
 * @param counter counts its calls
 * @param sessionsAsked how many sessions a request asks for
 * @param sessionsCreated how many sessions a reply has created
 * @param answer produces the replies to a request, unchecked, when its simulated time has passed.
 *     State changes here, so that a session exists exactly from its reply on
 */
record RpcEndpoint<Q, R>(
    Rpc rpc,
    ServerCore core,
    MethodCounter counter,
    ToIntFunction<Q> sessionsAsked,
    ToIntFunction<R> sessionsCreated,
    Function<Q, List<R>> answer)
    implements ServerCallHandler<Q, R> {
  @Override
  public ServerCall.Listener<Q> startCall(ServerCall<Q, R> call, Metadata headers) {
    // Two, although there is one: gRPC then notices a client that sends more.
    call.request(2);
    return new PendingCall<>(this, call, headers);
  }
}
