package dev.sessionbench.mock.rpc;

import java.util.List;
import java.util.function.Function;

/**
 * Produces the replies to one request, when its simulated time has passed. State changes here, so
 * that a session exists exactly from its reply on.
 *
 * @param <Q> the request
 * @param <R> the reply
 */
@FunctionalInterface
public interface Answer<Q, R> {
  /**
   * Answers a request without blocking.
   *
   * @param request what the client sent, unchecked
   * @return the replies in order; one, where the method does not stream
   * @throws RpcFailure where the RPC ends with an error
   */
  List<R> replies(Q request);

  /** The answer of a method that does not stream. */
  static <Q, R> Answer<Q, R> unary(Function<Q, R> reply) {
    return request -> List.of(reply.apply(request));
  }
}
