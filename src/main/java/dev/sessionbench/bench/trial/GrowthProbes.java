package dev.sessionbench.bench.trial;

import static dev.sessionbench.bench.load.OperationTimes.NEVER;

import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.bench.client.PoolUnderTest.PoolAccount;
import dev.sessionbench.bench.client.PoolUnderTest.PoolMetrics;
import dev.sessionbench.bench.load.GrowthLog;
import dev.sessionbench.bench.load.OperationTimes;
import dev.sessionbench.bench.trial.Observation.Change;
import dev.sessionbench.bench.trial.Observation.RunUsage;
import dev.sessionbench.bench.trial.Observation.ServerView;
import dev.sessionbench.mock.rpc.ServerThreads.ServerUsage;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** Reports the metrics of a run in which a pool grows. */
final class GrowthProbes {
  private static final int MOST_STEPS = 1 << 16;

  private GrowthProbes() {}

  static void read(Observation seen, TrialReport report) {
    whateverTheClient(seen, report);
    PoolMetrics pool = seen.metrics();
    report.add(RunMetric.MAX_IN_USE, pool.maxInUse());
    report.add(RunMetric.IN_USE, pool.inUse());
    report.add(RunMetric.IDLE, pool.idle());
    report.add(RunMetric.ACQUIRED, pool.acquired());
    report.add(RunMetric.RELEASED, pool.released());
    report.add(RunMetric.TIMEOUTS, pool.timeouts());
  }

  /** Reports what is known of every client, even of one that reports no metrics of its own. */
  static void whateverTheClient(Observation seen, TrialReport report) {
    report.add(RunMetric.RPCS, seen.rpcs(Rpc.BATCH_CREATE_SESSIONS));
    report.add(RunMetric.ATTEMPTS, seen.attempts(Rpc.BATCH_CREATE_SESSIONS));
    seen.server().ifPresent(server -> growth(seen, server, report));
    Histogram waits = seen.waits();
    report.millis(RunMetric.WAIT_MEAN, waits.getMean());
    report.millis(RunMetric.WAIT_P50, waits.getValueAtPercentile(50));
    report.millis(RunMetric.WAIT_P99, waits.getValueAtPercentile(99));
    report.millis(RunMetric.WAIT_MAX, waits.getValueAtPercentile(100));
    usage(seen.usage(), report);
  }

  /** Reports what only the suite's own server counts. */
  private static void growth(Observation seen, ServerView server, TrialReport report) {
    report.complainIf(
        server.forgotten() > 0,
        "the server's journal had no room for %d RPCs, so the growth of the pool is unknown",
        server.forgotten());
    long created = server.sessions().created();
    report.add(RunMetric.CREATED, created);
    report.add(RunMetric.OVERSHOOT, Math.max(0, created - seen.sessionsWanted()));
    report.millis(RunMetric.TIME_TO_MAX, nanosUntil(seen, server, seen.shape().maxSessions()));
  }

  /**
   * The time at which the pool first had a number of sessions.
   *
   * @return nanoseconds from the start to the reply that completed the number; 0 if it was complete
   *     before, NaN if it never was
   */
  static double nanosUntil(Observation seen, ServerView server, int sessions) {
    long held = 0;
    for (Change change : seen.sessions(server)) {
      held += change.by();
      if (held >= sessions) {
        return (double) Math.max(0, seen.sinceStartNanos(change.nanos()));
      }
    }
    return sessions == 0 ? 0 : Double.NaN;
  }

  /**
   * Reports what serving a load costs, apart from its requests and waits. Virtual time reports the
   * same metrics under the same names.
   */
  static void costs(Observation seen, TrialReport report) {
    report.add(RunMetric.FAILED_CALLERS, seen.failed());
    Optional<PoolAccount> account = seen.account();
    if (account.isPresent()) {
      report.add(RunMetric.MAX_SESSIONS, account.get().maxSessions());
      report.add(RunMetric.NEVER_USED, account.get().neverUsed());
      report.add(RunMetric.CLOSED, account.get().closings().size());
      report.add(RunMetric.IDLE_SECONDS, account.get().idleNanos() / Nanos.PER_SECOND);
    }
    if (seen.server().isPresent()) {
      ServerView server = seen.server().get();
      report.add(RunMetric.IN_FLIGHT, server.maxInFlight());
      if (account.isEmpty()) {
        report.add(RunMetric.CLOSED, server.received(Rpc.DELETE_SESSION));
        sessions(seen, server, report);
      }
    }
  }

  /** Reports the sessions of a pool that does not report them, as the server saw them. */
  private static void sessions(Observation seen, ServerView server, TrialReport report) {
    report.add(RunMetric.MAX_SESSIONS, Change.most(seen.sessions(server)));
    report.add(
        RunMetric.IDLE_SECONDS, idleNanos(seen, server) / seen.timeScale() / Nanos.PER_SECOND);
  }

  /**
   * The idle time of all sessions together, from the start of the load to its end, in nanoseconds.
   */
  private static double idleNanos(Observation seen, ServerView server) {
    long end =
        seen.operations().stream()
            .mapToLong(o -> o.releasedNanos() == NEVER ? o.acquiredNanos() : o.releasedNanos())
            .filter(last -> last != NEVER)
            .reduce(seen.startNanos(), Math::max);
    ToDoubleFunction<Change> nanos =
        change ->
            (double) change.by() * Math.max(0, end - Math.max(change.nanos(), seen.startNanos()));
    return seen.sessions(server).stream().mapToDouble(nanos).sum()
        - seen.uses().stream().mapToDouble(nanos).sum();
  }

  /** Reports what a run shows against a server that goes wrong. */
  static void faults(Observation seen, TrialReport report) {
    ServerView server = seen.server().orElseThrow();
    long failedCreations = server.failed(Rpc.BATCH_CREATE_SESSIONS);
    long waitersFailed = seen.failedWithoutSession();
    report.add(RunMetric.APPLICATION_ERRORS, seen.failed());
    report.add(RunMetric.WAITERS_FAILED, waitersFailed);
    report.add(RunMetric.FAULTS, server.faults().hits());
    report.add(RunMetric.FAILED_RPCS, server.failed().values().stream().mapToLong(n -> n).sum());
    report.add(RunMetric.FAILED_CREATIONS, failedCreations);
    double radius = failedCreations == 0 ? Double.NaN : (double) waitersFailed / failedCreations;
    report.add(RunMetric.BLAST_RADIUS, radius);
    report.millis(RunMetric.TIME_TO_RECOVER, recoveryNanos(seen, server));
    report.add(RunMetric.RPCS, server.received(Rpc.BATCH_CREATE_SESSIONS));
    report.add(RunMetric.CREATED, server.sessions().created());
    report.add(RunMetric.LEAKED, seen.leaked());
    report.add(RunMetric.STALE, Math.max(0, seen.pool().total() - seen.alive()));
    report.add(RunMetric.BEYOND_MAX, seen.beyondMax());
  }

  /**
   * How long the last fault had effects. The effects end with the last operation that failed, or
   * that was in progress at the fault.
   *
   * @return nanoseconds, at least 0; NaN where there was no fault
   */
  private static double recoveryNanos(Observation seen, ServerView server) {
    OptionalLong last = server.faults().lastActNanos();
    if (last.isEmpty()) {
      return Double.NaN;
    }
    long act = last.getAsLong();
    Stream<OperationTimes> hit =
        seen.operations().stream().filter(o -> o.failed() || o.wantedNanos() - act <= 0);
    return hit.mapToLong(o -> Math.max(0, o.releasedNanos() - act)).max().orElse(0);
  }

  /**
   * Reports what is observed of a client of another version. It uses none of the client's own
   * metrics, because they differ from version to version.
   */
  static void generations(Observation seen, TrialReport report) {
    whateverTheClient(seen, report);
    Map<RunMetric, Long> rpcs = new EnumMap<>(RunMetric.class);
    for (Rpc rpc : Rpc.values()) {
      boolean named = rpc != Rpc.DELETE_SESSION;
      rpcs.merge(named ? RunMetric.of(rpc) : RunMetric.OTHER_RPCS, seen.rpcs(rpc), Long::sum);
    }
    rpcs.remove(RunMetric.RPCS);
    rpcs.forEach((metric, number) -> report.add(metric, number.longValue()));
    if (seen.server().isPresent()) {
      ServerView server = seen.server().get();
      report.add(RunMetric.ALIVE, server.sessions().alive());
      report.add(RunMetric.IN_FLIGHT, server.maxInFlight());
      if (server.sessions().multiplexedCreated() == 0) {
        sessions(seen, server, report);
      }
      channels(server, report);
    }
    int operations = seen.operations().size();
    RunUsage usage = seen.usage();
    report.add(RunMetric.CLIENT_CPU, usage.clientCpuNanos() / 1e3 / operations);
    report.add(RunMetric.CLIENT_ALLOCATED, (double) usage.clientAllocatedBytes() / operations);
  }

  /** Reports how many operations succeeded in a second, and how long they took. */
  static void calls(Observation seen, TrialReport report) {
    long served = seen.operations().size() - seen.failed();
    report.add(RunMetric.THROUGHPUT, served * Nanos.PER_SECOND / seen.usage().wallNanos());
    Histogram calls = times(seen, call -> call.releasedNanos() - call.wantedNanos());
    ChannelMetrics.calls(calls, report::add);
  }

  /** Reports how long clients and releases took, where nothing is simulated. */
  static void releases(Observation seen, TrialReport report) {
    calls(seen, report);
    Histogram releases = times(seen, call -> call.releasedNanos() - call.doneNanos());
    report.millis(RunMetric.RELEASE_P50, releases.getValueAtPercentile(50));
    report.millis(RunMetric.RELEASE_P99, releases.getValueAtPercentile(99));
    report.millis(RunMetric.OPEN_TIME, seen.usage().openNanos());
  }

  private static Histogram times(Observation seen, ToLongFunction<OperationTimes> nanos) {
    Histogram times = new Histogram(3);
    seen.operations().stream()
        .filter(call -> !call.failed())
        .forEach(call -> times.recordValue(nanos.applyAsLong(call)));
    return times;
  }

  /** Reports how evenly the statements spread over the channels: 25 % is even for four. */
  static void channels(ServerView server, TrialReport report) {
    Map<Long, Long> statements = new TreeMap<>(server.byChannel(Rpc.EXECUTE_STREAMING_SQL));
    server.byChannel(Rpc.EXECUTE_SQL).forEach((id, n) -> statements.merge(id, n, Long::sum));
    ChannelMetrics.spread(statements.values(), report::add);
  }

  static void usage(RunUsage usage, TrialReport report) {
    report.millis(RunMetric.CPU, usage.cpuNanos());
    int processors = Runtime.getRuntime().availableProcessors();
    report.add(RunMetric.UTILISATION, usage.utilisationPercent(processors));
    report.add(RunMetric.ALLOCATED, (double) usage.allocatedBytes());
    if (usage.mock().isPresent()) {
      ServerUsage mock = usage.mock().get();
      report.millis(RunMetric.CPU_MOCK, mock.cpuNanos());
      report.add(RunMetric.ALLOCATED_MOCK, (double) mock.allocatedBytes());
    }
  }

  /**
   * Draws the pool's size, the sessions in use and wanted, and the waits against time.
   *
   * <p>Nothing is sampled while the load runs. The curves are computed afterwards, from the
   * server's journal and from the times at which each operation wanted, acquired and released its
   * session.
   */
  static void curves(Observation seen, TrialReport report) {
    if (seen.server().isPresent()) {
      GrowthLog log = new GrowthLog(MOST_STEPS);
      for (Change change : seen.sessions(seen.server().get())) {
        log.changed(seen.sinceStartNanos(change.nanos()), change.by());
      }
      seen.operations().forEach(times -> log.ended(times, seen::sinceStartNanos));
      log.curves().forEach(report::curve);
      report.curve(GrowthLog.waits(seen.waits()));
    }
  }
}
