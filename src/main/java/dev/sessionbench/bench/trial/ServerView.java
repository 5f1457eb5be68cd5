package dev.sessionbench.bench.trial;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.fault.FaultStatistics;
import dev.sessionbench.mock.journal.RpcRecord;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a server that tells of itself has counted.
 *
 * @param received RPCs that it has received, by method
 * @param failed those that were answered with an error or not at all
 * @param sessionsCreated regular sessions that it has created
 * @param sessionsAlive sessions that it holds
 * @param multiplexedCreated multiplexed sessions that it has created
 * @param byChannel RPCs by method and by the channel that brought them, without channels that
 *     brought none
 * @param journal what it has answered, as far as it keeps a journal
 * @param forgotten RPCs that the journal had no room for
 * @param faults what its plan of faults did while the load ran
 */
public record ServerView(
    Map<Rpc, Long> received,
    Map<Rpc, Long> failed,
    long sessionsCreated,
    long sessionsAlive,
    long multiplexedCreated,
    Map<Rpc, Map<Long, Long>> byChannel,
    List<RpcRecord> journal,
    long forgotten,
    FaultStatistics faults) {
  /** How many creations that arrived from a moment on were in progress together at most. */
  public static long maxInFlight(List<RpcRecord> journal, long fromNanos) {
    List<RpcRecord> creations =
        journal.stream()
            .filter(r -> r.rpc() == Rpc.BATCH_CREATE_SESSIONS && r.arrivalNanos() >= fromNanos)
            .toList();
    return creations.stream()
        .mapToLong(
            at ->
                creations.stream()
                    .filter(
                        r ->
                            r.arrivalNanos() <= at.arrivalNanos()
                                && r.repliedNanos() > at.arrivalNanos())
                    .count())
        .max()
        .orElse(0);
  }

  /** What it has answered of a method, as far as it keeps a journal. */
  Stream<RpcRecord> replies(Rpc rpc) {
    return journal.stream().filter(reply -> reply.rpc() == rpc);
  }

  /** RPCs of a method by the channel that brought them, without channels that brought none. */
  public Map<Long, Long> byChannel(Rpc rpc) {
    return byChannel.getOrDefault(rpc, Map.of());
  }

  long received(Rpc rpc) {
    return received.getOrDefault(rpc, 0L);
  }

  long failed(Rpc rpc) {
    return failed.getOrDefault(rpc, 0L);
  }
}
