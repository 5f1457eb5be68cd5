package dev.sessionbench.mock.transaction;

import dev.sessionbench.mock.rpc.RpcFailure;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

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
   * The reply to an earlier request with the same number.
   *
   * @return the reply or an {@link RpcFailure}; nothing if the number is higher than all before
   * @throws RpcFailure INVALID_ARGUMENT if the earlier request was another one, or if the number is
   *     new but not the highest
   */
  @Nullable Object find(DmlRequest request) {
    for (Reply earlier : latest) {
      if (earlier.request().equals(request)) {
        return earlier.reply();
      }
      if (earlier.request().seqno() == request.seqno()) {
        throw RpcFailure.invalidArgument(
            "Previously received a different request with this seqno. seqno=" + request.seqno());
      }
    }
    if (!latest.isEmpty() && request.seqno() < latest.getFirst().request().seqno()) {
      throw RpcFailure.invalidArgument(
          ("Request has an out-of-order seqno. Request seqno=%d. Last seen seqno=%d. The sequence"
                  + " number must be monotonically increasing within the transaction. If a request"
                  + " arrives for the first time with an out-of-order sequence number, the"
                  + " transaction will be invalidated.")
              .formatted(request.seqno(), latest.getFirst().request().seqno()));
    }
    return null;
  }

  /** Whether a request with this number is still known. */
  boolean holds(long seqno) {
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
