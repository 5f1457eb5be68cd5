package dev.sessionbench.bench.count;

import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.bench.count.HeldDemand.CountedLoad;
import dev.sessionbench.bench.trial.Observation;
import dev.sessionbench.bench.trial.Observation.ServerView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The names of what is counted in a run, and how each is. */
public final class Counts {
  /** BatchCreateSessions RPCs that the server received. */
  public static final String RPCS = "numBatchCreateSessionsRpcs";

  /** Attempts of them that left the client. */
  public static final String ATTEMPTS = "batchCreateSessionsAttempts";

  /** Sessions that the server created. */
  public static final String SESSIONS = "sessionsCreated";

  /** Sessions created beyond the most in use at the same time, or the pool's minimum. */
  public static final String OVERSHOOT = "overshoot";

  /** RPCs on the channel that carried the most of them. */
  public static final String BUSIEST = "rpcsOnBusiestChannel";

  /** RPCs on the channel that carried the fewest of them. */
  public static final String IDLEST = "rpcsOnIdlestChannel";

  /** RPCs in progress at the same time at most, since the load began. */
  public static final String IN_FLIGHT = "maxRpcsInFlight";

  /** All names. */
  public static final List<String> NAMES =
      List.of(RPCS, ATTEMPTS, SESSIONS, OVERSHOOT, BUSIEST, IDLEST, IN_FLIGHT);

  private Counts() {}

  static Map<String, Long> of(Observation seen, Transport transport) {
    ServerView server = seen.server().orElseThrow();
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put(RPCS, seen.rpcs(Rpc.BATCH_CREATE_SESSIONS));
    counts.put(ATTEMPTS, seen.attempts(Rpc.BATCH_CREATE_SESSIONS));
    counts.put(SESSIONS, server.sessionsCreated());
    counts.put(OVERSHOOT, Math.max(0, server.sessionsCreated() - seen.sessionsWanted()));
    List<Long> channels = new ArrayList<>(server.byChannel(Rpc.BATCH_CREATE_SESSIONS).values());
    // What no channel carried, a channel that never connected has not.
    while (channels.size() < channels(seen.shape(), transport)) {
      channels.add(0L);
    }
    counts.put(BUSIEST, Collections.max(channels));
    counts.put(IDLEST, Collections.min(channels));
    counts.put(IN_FLIGHT, ServerView.maxInFlight(server.journal(), seen.startNanos()));
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
        RPCS,
        rpcs,
        ATTEMPTS,
        rpcs,
        SESSIONS,
        sessions,
        OVERSHOOT,
        sessions - Math.max(shape.minSessions(), demand),
        BUSIEST,
        (rpcs + channels - 1) / channels,
        IDLEST,
        rpcs / channels);
  }

  private static int channels(PoolShape shape, Transport transport) {
    return transport == Transport.TCP ? shape.numChannels() : 1;
  }
}
