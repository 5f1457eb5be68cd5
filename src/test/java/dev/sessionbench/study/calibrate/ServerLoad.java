package dev.sessionbench.study.calibrate;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.MockSpannerServer;
import dev.sessionbench.mock.rpc.RpcRecord;
import java.util.List;
import java.util.TreeMap;

/**
 * The load on a mock server, by its own journal and its own clock.
 *
 * @param rpcs the RPCs that it answered
 * @param mostInASecond the most that arrived within any second
 * @param mostInFlight the most that it had in progress at once
 * @param mostAlive the most sessions at once
 */
public record ServerLoad(int rpcs, int mostInASecond, int mostInFlight, long mostAlive) {
  private static final long SECOND_NANOS = 1_000_000_000;

  /** The load on a server whose journal has kept all RPCs. */
  public static ServerLoad of(MockSpannerServer server) {
    List<RpcRecord> rpcs = server.journal().entries();
    TreeMap<Long, Integer> changes = new TreeMap<>();
    long alive = 0;
    long mostAlive = 0;
    for (RpcRecord rpc : rpcs) {
      alive += rpc.sessions() - (rpc.rpc() == Rpc.DELETE_SESSION ? 1 : 0);
      mostAlive = Math.max(mostAlive, alive);
      changes.merge(rpc.arrivalNanos(), 1, Integer::sum);
      changes.merge(rpc.repliedNanos(), -1, Integer::sum);
    }
    int inFlight = 0;
    int mostInFlight = 0;
    for (int change : changes.values()) {
      inFlight += change;
      mostInFlight = Math.max(mostInFlight, inFlight);
    }
    long[] arrivals = rpcs.stream().mapToLong(RpcRecord::arrivalNanos).sorted().toArray();
    int mostInASecond = 0;
    for (int first = 0, last = 0; last < arrivals.length; last++) {
      while (arrivals[last] - arrivals[first] >= SECOND_NANOS) {
        first++;
      }
      mostInASecond = Math.max(mostInASecond, last - first + 1);
    }
    return new ServerLoad(rpcs.size(), mostInASecond, mostInFlight, mostAlive);
  }
}
