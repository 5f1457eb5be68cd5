package dev.sessionbench.trial;

import dev.sessionbench.mock.journal.RpcRecord;
import dev.sessionbench.model.Rpc;
import java.util.Comparator;
import java.util.List;

/** Reads from the server's journal when the pool reached a size. */
final class GrowthTimes {
  private GrowthTimes() {}

  /**
   * When the server had created a number of sessions.
   *
   * @param journal what the server did
   * @param startNanos the moment to count from, as of {@link System#nanoTime()}
   * @param sessions the number of sessions
   * @return nanoseconds from the start to the reply that completed the number, 0 if it was complete
   *     by then, NaN if it was never complete
   */
  static double nanosUntil(List<RpcRecord> journal, long startNanos, int sessions) {
    List<RpcRecord> creations =
        journal.stream()
            .filter(rpc -> rpc.rpc() == Rpc.BATCH_CREATE_SESSIONS)
            .sorted(Comparator.comparingLong(RpcRecord::repliedNanos))
            .toList();
    long created = 0;
    for (RpcRecord creation : creations) {
      created += creation.sessions();
      if (created >= sessions) {
        return Math.max(0, creation.repliedNanos() - startNanos);
      }
    }
    return sessions == 0 ? 0 : Double.NaN;
  }
}
