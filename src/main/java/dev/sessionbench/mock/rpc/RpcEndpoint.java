package dev.sessionbench.mock.rpc;

import dev.sessionbench.mock.journal.MethodCounter;
import dev.sessionbench.model.Rpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import java.util.function.ToIntFunction;

/**
 * One method of the service: what it shares with all its calls, resolved once.
 *
 * @param <Q> the request
 * @param <R> the reply
 */
final class RpcEndpoint<Q, R> implements ServerCallHandler<Q, R> {
  private final Rpc rpc;
  private final ServerCore core;
  private final MethodCounter counter;
  private final ToIntFunction<Q> sessionsAsked;
  private final ToIntFunction<R> sessionsCreated;
  private final Answer<Q, R> answer;

  RpcEndpoint(
      Rpc rpc,
      ServerCore core,
      ToIntFunction<Q> sessionsAsked,
      ToIntFunction<R> sessionsCreated,
      Answer<Q, R> answer) {
    this.rpc = rpc;
    this.core = core;
    this.counter = core.counters().method(rpc);
    this.sessionsAsked = sessionsAsked;
    this.sessionsCreated = sessionsCreated;
    this.answer = answer;
  }

  @Override
  public ServerCall.Listener<Q> startCall(ServerCall<Q, R> call, Metadata headers) {
    // Two, although there is one: gRPC then notices a client that sends more.
    call.request(2);
    return new PendingCall<>(this, call, headers);
  }

  Rpc rpc() {
    return rpc;
  }

  ServerCore core() {
    return core;
  }

  MethodCounter counter() {
    return counter;
  }

  int sessionsAsked(Q request) {
    return sessionsAsked.applyAsInt(request);
  }

  int sessionsCreated(R reply) {
    return sessionsCreated.applyAsInt(reply);
  }

  Answer<Q, R> answer() {
    return answer;
  }
}
