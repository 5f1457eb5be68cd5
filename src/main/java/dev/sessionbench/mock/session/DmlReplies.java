package dev.sessionbench.mock.session;

import dev.sessionbench.mock.rpc.RpcFailure;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;

/**
 * The replies to the DML of one transaction by sequence number, so that a repeated request takes
 * effect once and is answered as at first, as {@code ExecuteSqlRequest.seqno} promises. The latest
 * {@value #KEPT} are kept: repetitions follow at once. Not thread-safe.
 */
final class DmlReplies {
  private static final int KEPT = 64;

  private record Reply(DmlRequest request, Object reply) {}

  private final Deque<Reply> latest = new ArrayDeque<>();

  /**
   * Answers a request: as at first if there was the same before, else by what is supplied.
   *
   * @param type of the reply
   * @param first answers it, if it is new; it may fail, and fails again when it is repeated
   * @throws RpcFailure INVALID_ARGUMENT if another request had its number
   */
  <R> R once(DmlRequest request, Class<R> type, Supplier<R> first) {
    for (Reply earlier : latest) {
      if (earlier.request().equals(request)) {
        if (earlier.reply() instanceof RpcFailure failure) {
          throw failure;
        }
        return type.cast(earlier.reply());
      }
      if (earlier.request().seqno() == request.seqno()) {
        throw RpcFailure.invalidArgument(
            "Previously received a different request with this seqno. seqno=" + request.seqno());
      }
    }
    try {
      R reply = first.get();
      put(request, reply);
      return reply;
    } catch (RpcFailure e) {
      put(request, e);
      throw e;
    }
  }

  /**
   * Checks that a number is known or the highest.
   *
   * @throws RpcFailure INVALID_ARGUMENT if it is neither
   */
  void requireInOrder(long seqno) {
    if (latest.isEmpty() || seqno >= latest.getFirst().request().seqno() || holds(seqno)) {
      return;
    }
    throw RpcFailure.invalidArgument(
        ("Request has an out-of-order seqno. Request seqno=%d. Last seen seqno=%d. The sequence"
                + " number must be monotonically increasing within the transaction. If a request"
                + " arrives for the first time with an out-of-order sequence number, the"
                + " transaction will be invalidated.")
            .formatted(seqno, latest.getFirst().request().seqno()));
  }

  private boolean holds(long seqno) {
    return latest.stream().anyMatch(reply -> reply.request().seqno() == seqno);
  }

  /** Keeps the reply to the newest request. */
  void put(DmlRequest request, Object reply) {
    if (latest.size() == KEPT) {
      latest.removeLast();
    }
    latest.addFirst(new Reply(request, reply));
  }
}
