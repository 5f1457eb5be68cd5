package dev.sessionbench.bench.trial;

import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.bench.client.PoolUnderTest.PoolAccount;
import dev.sessionbench.bench.client.PoolUnderTest.PoolMetrics;
import dev.sessionbench.bench.client.PoolUnderTest.PoolState;
import dev.sessionbench.bench.load.OperationTimes;
import dev.sessionbench.bench.load.Workload;
import dev.sessionbench.bench.trial.Observation.RunUsage;
import dev.sessionbench.bench.trial.Observation.ServerView;
import dev.sessionbench.bench.trial.TrialReport.MetricValue;
import dev.sessionbench.bench.trial.TrialReport.Probe;
import dev.sessionbench.mock.fault.FaultDecider.FaultStatistics;
import dev.sessionbench.mock.rpc.RpcCounters.ConnectionStatistics;
import dev.sessionbench.mock.rpc.RpcRecord;
import dev.sessionbench.mock.rpc.ServerThreads.ServerUsage;
import dev.sessionbench.mock.session.SessionStore.SessionStatistics;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Builds observations. At first burstRead has filled a pool from 100 to 400 by steps of 25. */
final class Seen {
  static final PoolShape SHAPE = new PoolShape(100, 400, 25, 4);

  static final long MILLI = 1_000_000;

  Workload workload = Workload.BURST_READ;
  int timeScale = 1;
  long startNanos;
  PoolMetrics metrics = new PoolMetrics(400, 0, 400, 3_200, 3_200, 0, 0);
  Optional<PoolAccount> account = Optional.empty();
  int poolTotal = 400;
  long created = 400;
  long alive = 400;
  boolean ours = true;
  long forgotten;
  long faultHits;
  Optional<ServerUsage> mock = Optional.empty();
  final Map<Rpc, Long> attempts = new HashMap<>();
  final Map<Rpc, Long> received = new HashMap<>();
  final Map<Rpc, Map<Long, Long>> byChannel = new HashMap<>();
  final List<OperationTimes> operations = new ArrayList<>();
  final List<RpcRecord> journal = new ArrayList<>();

  Seen() {
    rpcs(Rpc.BATCH_CREATE_SESSIONS, 16).rpcs(Rpc.EXECUTE_STREAMING_SQL, 3_200);
  }

  /** Client and server have both counted this many RPCs. */
  Seen rpcs(Rpc rpc, long count) {
    attempts.put(rpc, count);
    received.put(rpc, count);
    return this;
  }

  /** A reply of the server, in milliseconds from the start of the load. */
  Seen reply(Rpc rpc, long atMillis, int sessions) {
    long at = nanos((double) atMillis);
    journal.add(new RpcRecord(at - MILLI, rpc, "", sessions, 0, at, Status.Code.OK));
    return this;
  }

  /** An operation's times, in milliseconds from the start of the load. */
  Seen operation(double wanted, double acquired, double released) {
    operations.add(new OperationTimes(nanos(wanted), nanos(acquired), nanos(released)));
    return this;
  }

  long nanos(double millis) {
    return startNanos + Math.round(millis * MILLI);
  }

  /** This many RPCs have created this many sessions, and all of them exist. */
  Seen grown(long rpcs, int sessions) {
    created = sessions;
    alive = sessions;
    poolTotal = sessions;
    return rpcs(Rpc.BATCH_CREATE_SESSIONS, rpcs);
  }

  /** What some probes report on the observation. */
  TrialReport report(Probe... probes) {
    TrialReport report = new TrialReport();
    Observation observation = observation();
    for (Probe probe : probes) {
      probe.read(observation, report);
    }
    return report;
  }

  /** The value of each metric that a probe reports on the observation. */
  Map<String, Double> metrics(Probe probe) {
    return report(probe).metrics().stream()
        .collect(Collectors.toMap(MetricValue::name, MetricValue::value));
  }

  Observation observation() {
    return new Observation(
        SHAPE,
        workload.plan(workload.size(SHAPE.maxSessions(), 0, 0, 1)),
        timeScale,
        startNanos,
        operations,
        attempts,
        new PoolState(poolTotal, poolTotal, 0),
        metrics,
        account,
        ours ? Optional.of(server()) : Optional.empty(),
        new RunUsage(0, 600, 1_000, 5, mock));
  }

  ServerView server() {
    return new ServerView(
        received,
        Map.of(),
        new SessionStatistics(0, created, alive, 0, 0, 0, 0),
        byChannel,
        new ConnectionStatistics(0, 0, 0, 0, List.of(), List.of()),
        journal,
        forgotten,
        new FaultStatistics(faultHits, Map.of(), OptionalLong.empty()));
  }
}
