package dev.sessionbench.bench.count;

import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.bench.client.PoolUnderTest.PoolMetrics;
import dev.sessionbench.bench.client.PoolUnderTest.PoolState;
import dev.sessionbench.mock.MockSpannerServer;
import dev.sessionbench.mock.rpc.RpcCounters;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collects what is counted in one run of a cell. */
final class Counts {
  static final Set<Rpc> STATEMENTS = Set.of(Rpc.EXECUTE_SQL, Rpc.EXECUTE_STREAMING_SQL);

  private final Map<RunMetric, Long> counts = new EnumMap<>(RunMetric.class);

  /** Adds to a count. */
  void add(RunMetric metric, long value) {
    counts.merge(metric, value, Long::sum);
  }

  /** Adds what a client holds at the end of its load. */
  void addPool(PoolState pool, PoolMetrics metrics) {
    int inUse = pool.total() - pool.idle();
    add(RunMetric.IN_USE, inUse);
    // A client that does not count releases has not released the sessions in use.
    boolean reported = !metrics.equals(PoolMetrics.UNKNOWN);
    add(RunMetric.NOT_RELEASED, reported ? metrics.acquired() - metrics.released() : inUse);
  }

  /** Adds what the server has counted, after its clients have closed. */
  void addServer(MockSpannerServer server, int channels) {
    addCalls(server);
    List<Long> creations =
        byChannel(server.counters(), Set.of(Rpc.BATCH_CREATE_SESSIONS), channels);
    add(RunMetric.BUSIEST_CHANNEL_RPCS, Collections.max(creations));
    add(RunMetric.IDLEST_CHANNEL_RPCS, Collections.min(creations));
  }

  /** Adds the calls of each method, and the sessions that the server created and still has. */
  void addCalls(MockSpannerServer server) {
    add(RunMetric.OTHER_RPCS, 0);
    Rpc.each(server.counters()::count).forEach((rpc, n) -> add(RunMetric.of(rpc), n));
    add(RunMetric.CREATED, server.sessions().created());
    add(RunMetric.SESSIONS_LEFT, server.sessions().alive());
  }

  /** Adds the statements by channel, for a load whose callers do not race for sessions. */
  void addStatements(MockSpannerServer server, int channels) {
    List<Long> statements = byChannel(server.counters(), STATEMENTS, channels);
    add(RunMetric.BUSIEST_CHANNEL_STATEMENTS, Collections.max(statements));
    add(RunMetric.IDLEST_CHANNEL_STATEMENTS, Collections.min(statements));
  }

  /** RPCs by channel; 0 for each channel that never connected. */
  private static List<Long> byChannel(RpcCounters rpcs, Set<Rpc> methods, int channels) {
    Map<Long, Long> byId = new HashMap<>();
    methods.forEach(rpc -> rpcs.byChannel(rpc).forEach((id, n) -> byId.merge(id, n, Long::sum)));
    List<Long> all = new ArrayList<>(byId.values());
    all.addAll(Collections.nCopies(Math.max(0, channels - all.size()), 0L));
    return all;
  }

  /** The counts by name. */
  Map<String, Long> byName() {
    Map<String, Long> named = new LinkedHashMap<>();
    counts.forEach((metric, count) -> named.put(metric.key(), count));
    return named;
  }

  /** The channels of a client, as its server sees them. */
  static int channels(PoolShape shape, Transport transport) {
    return transport == Transport.TCP ? shape.numChannels() : 1;
  }
}
