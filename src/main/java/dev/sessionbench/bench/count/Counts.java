package dev.sessionbench.bench.count;

import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.bench.count.HeldDemand.CountedLoad;
import dev.sessionbench.bench.trial.Observation;
import dev.sessionbench.bench.trial.Observation.ServerView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is counted in a run, and how each count is. */
final class Counts {
  private Counts() {}

  static Map<String, Long> of(Observation seen, Transport transport) {
    ServerView server = seen.server().orElseThrow();
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put(RunMetric.RPCS.key(), seen.rpcs(Rpc.BATCH_CREATE_SESSIONS));
    counts.put(RunMetric.ATTEMPTS.key(), seen.attempts(Rpc.BATCH_CREATE_SESSIONS));
    counts.put(RunMetric.CREATED.key(), server.sessionsCreated());
    counts.put(
        RunMetric.OVERSHOOT.key(), Math.max(0, server.sessionsCreated() - seen.sessionsWanted()));
    List<Long> channels = new ArrayList<>(server.byChannel(Rpc.BATCH_CREATE_SESSIONS).values());
    // What no channel carried, a channel that never connected has not.
    while (channels.size() < channels(seen.shape(), transport)) {
      channels.add(0L);
    }
    counts.put(RunMetric.BUSIEST_CHANNEL_RPCS.key(), Collections.max(channels));
    counts.put(RunMetric.IDLEST_CHANNEL_RPCS.key(), Collections.min(channels));
    counts.put(
        RunMetric.IN_FLIGHT.key(), ServerView.maxInFlight(server.journal(), seen.startNanos()));
    return counts;
  }

  /**
   * What the pool's rule gives for a cell, by the closed form: all but the RPCs in flight, which
   * depend on how fast the machine is. The client takes its channels in turn.
   *
   * @param cell the cell
   * @param shape the pool
   * @param transport how the client reaches the server
   * @return counts by name
   */
  static Map<String, Long> byRule(CountCell cell, PoolShape shape, Transport transport) {
    int demand = CountedLoad.of(cell, shape, 0).demand();
    long rpcs = shape.totalRpcs(demand, PoolShape.SERVICE_BATCH_LIMIT);
    long sessions = shape.finalSessions(demand);
    long channels = channels(shape, transport);
    return Map.of(
        RunMetric.RPCS.key(),
        rpcs,
        RunMetric.ATTEMPTS.key(),
        rpcs,
        RunMetric.CREATED.key(),
        sessions,
        RunMetric.OVERSHOOT.key(),
        sessions - Math.max(shape.minSessions(), demand),
        RunMetric.BUSIEST_CHANNEL_RPCS.key(),
        (rpcs + channels - 1) / channels,
        RunMetric.IDLEST_CHANNEL_RPCS.key(),
        rpcs / channels);
  }

  private static int channels(PoolShape shape, Transport transport) {
    return transport == Transport.TCP ? shape.numChannels() : 1;
  }
}
