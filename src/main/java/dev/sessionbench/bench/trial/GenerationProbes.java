package dev.sessionbench.bench.trial;

import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.bench.client.Generation;
import dev.sessionbench.bench.trial.Observation.Change;
import dev.sessionbench.bench.trial.Observation.RunUsage;
import dev.sessionbench.bench.trial.Observation.ServerView;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What is observed of a client of another version, and what makes its run invalid. Its own metrics
 * differ from version to version, so nothing here is taken from them.
 */
final class GenerationProbes {
  /** Those that the clients make; all others are reported as one figure. */
  private static final Set<Rpc> BY_NAME =
      Set.of(
          Rpc.CREATE_SESSION,
          Rpc.EXECUTE_SQL,
          Rpc.EXECUTE_STREAMING_SQL,
          Rpc.BEGIN_TRANSACTION,
          Rpc.COMMIT,
          Rpc.ROLLBACK);

  private GenerationProbes() {}

  static void read(Observation seen, TrialReport report) {
    GrowthProbes.whateverTheClient(seen, Change.most(seen.uses()), report);
    long others = 0;
    for (Rpc rpc : Rpc.values()) {
      if (BY_NAME.contains(rpc)) {
        report.count(rpc, seen.rpcs(rpc));
      } else if (rpc != Rpc.BATCH_CREATE_SESSIONS) {
        others += seen.rpcs(rpc);
      }
    }
    report.add(RunMetric.OTHER_RPCS, others);
    seen.server()
        .ifPresent(
            server -> {
              report.add(RunMetric.ALIVE, server.sessionsAlive());
              report.add(
                  RunMetric.IN_FLIGHT, ServerView.maxInFlight(server.journal(), Long.MIN_VALUE));
              channels(server, report);
            });
    int operations = seen.operations().size();
    RunUsage usage = seen.usage();
    report.add(RunMetric.CLIENT_CPU, usage.clientCpuNanos() / 1e3 / operations);
    report.add(RunMetric.CLIENT_ALLOCATED, (double) usage.clientAllocatedBytes() / operations);
  }

  /** How evenly the statements came over the channels: 25 % is even for four. */
  private static void channels(ServerView server, TrialReport report) {
    Map<Long, Long> statements = new TreeMap<>(server.byChannel(Rpc.EXECUTE_STREAMING_SQL));
    server.byChannel(Rpc.EXECUTE_SQL).forEach((id, n) -> statements.merge(id, n, Long::sum));
    long all = statements.values().stream().mapToLong(n -> n).sum();
    long most = statements.values().stream().mapToLong(n -> n).max().orElse(0);
    report.add(RunMetric.CHANNELS_USED, statements.size());
    report.add(RunMetric.BUSIEST_CHANNEL, all == 0 ? Double.NaN : 100.0 * most / all);
  }

  /**
   * What must hold whatever the rules of growth: both ends agree, on sessions of the right kind.
   */
  static void anyRule(List<Generation> generations, Observation seen, TrialReport report) {
    GrowthChecks.rpcsAgree(seen, report);
    long multiplexed = generations.stream().filter(Generation::multiplexed).count();
    if (multiplexed == 0) {
      GrowthChecks.noMultiplexedSessions(seen, report);
    }
    report.complainIf(
        seen.rpcs(Rpc.CREATE_SESSION) < multiplexed,
        "%d multiplexed sessions were created for %d clients that work on one: not every client works as its name says",
        seen.rpcs(Rpc.CREATE_SESSION),
        multiplexed);
  }

  /**
   * What the version's rule of growth does not allow; nothing is said of a fleet, whose pools grow
   * at the same time.
   *
   * @param generations the version of each client
   * @param batchLimit sessions that the server returns for one RPC at most
   */
  static void growth(
      List<Generation> generations, int batchLimit, Observation seen, TrialReport report) {
    if (generations.size() > 1) {
      return;
    }
    Generation generation = generations.get(0);
    if (generation.growsByStep()) {
      GrowthChecks.closedForm(seen, batchLimit, report);
    } else if (!generation.multiplexed()) {
      byWaiters(seen, batchLimit, report);
    }
  }

  /**
   * A pool from before the step asks for as many sessions as have come to wait since it last asked:
   * for one where each caller that finds none asks. A caller that is to write may wait without
   * asking, for a session that is being prepared, and the next request is then for more than one.
   */
  private static void byWaiters(Observation seen, int batchLimit, TrialReport report) {
    PoolShape shape = seen.shape();
    long created = seen.sessionsCreatedOrHeld();
    // It deletes idle sessions every ten seconds, so that a slow run may create more than the
    // maximum.
    long alive = seen.server().map(ServerView::sessionsAlive).orElse((long) seen.pool().total());
    long grown = created - shape.minSessions();
    long growthRpcs = seen.rpcs(Rpc.BATCH_CREATE_SESSIONS) - shape.initialRpcs(batchLimit);
    boolean readsAlone = seen.rpcs(Rpc.COMMIT) == 0;
    report.complainIf(
        grown < 0
            || alive > shape.maxSessions()
            || growthRpcs > grown
            || (growthRpcs == 0 && grown > 0)
            || (readsAlone && growthRpcs != grown),
        "%d BatchCreateSessions RPCs created %d sessions, of which there are %d: a pool that asks for its waiters cannot have done that",
        seen.rpcs(Rpc.BATCH_CREATE_SESSIONS),
        created,
        alive);
  }
}
