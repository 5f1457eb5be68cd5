package dev.sessionbench.mock.rpc;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.List;

/**
 * Sends the replies of one call as fast as its client reads them, so that what a slow client has
 * not read stays in the shared results instead of a buffer of its own.
 *
 * <p>The first replies are sent by whoever answers the call, the others when gRPC says that the
 * client is ready again; the monitor keeps the two apart.
 */
final class ReplyStream<R> {
  /**
   * How one call ends.
   *
   * @param replies what is sent first
   * @param status the status behind them
   * @param trailers the details beside the status
   */
  record Outcome<R>(List<R> replies, Status status, Metadata trailers) {}

  private final ServerCall<?, R> call;
  private final Outcome<R> outcome;
  private int next;
  private boolean sending;
  private boolean closed;

  ReplyStream(ServerCall<?, R> call, Outcome<R> outcome) {
    this.call = call;
    this.outcome = outcome;
  }

  /** Sends what the client can take, and closes the call behind the last reply. */
  synchronized void send() {
    if (sending || closed) {
      // In process, a message may make the client ready while it is still being sent.
      return;
    }
    sending = true;
    List<R> replies = outcome.replies();
    try {
      while (next < replies.size() && (next == 0 || call.isReady())) {
        call.sendMessage(replies.get(next++));
      }
      if (next == replies.size()) {
        closed = true;
        call.close(outcome.status(), outcome.trailers());
      }
    } finally {
      sending = false;
    }
  }
}
