package dev.sessionbench.trial;

import dev.sessionbench.client.PoolMetrics;
import dev.sessionbench.mock.transport.ServerUsage;
import dev.sessionbench.model.PoolShape;
import dev.sessionbench.model.Rpc;
import dev.sessionbench.workload.AcquireWaits;
import dev.sessionbench.workload.PoolObservation;
import dev.sessionbench.workload.TimedUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Names the figures of a run as its result carries them. */
final class TrialMetrics {
  private TrialMetrics() {}

  /**
   * What a run used of the machine.
   *
   * @param timed what the process used in the timed part
   * @param allocatedBytes memory allocated by the process
   * @param mock the part of both that the mock server's threads used; nothing where there was none
   */
  record Cost(TimedUsage timed, long allocatedBytes, Optional<ServerUsage> mock) {}

  /** The figures of a run; those that only a server of our own can tell are absent without one. */
  static List<Metric> of(
      PoolShape shape, PoolObservation seen, double timeToMaxNanos, AcquireWaits waits, Cost cost) {
    PoolMetrics pool = seen.metrics();
    List<Metric> metrics = new ArrayList<>();
    metrics.add(Metric.count("numBatchCreateSessionsRpcs", seen.rpcs(Rpc.BATCH_CREATE_SESSIONS)));
    metrics.add(
        Metric.count("batchCreateSessionsAttempts", seen.attempts(Rpc.BATCH_CREATE_SESSIONS)));
    seen.server()
        .ifPresent(
            server -> {
              metrics.add(Metric.count("sessionsCreated", server.sessionsCreated()));
              metrics.add(
                  Metric.count("overshoot", seen.overshoot(shape.minSessions()).orElseThrow()));
              metrics.add(Metric.millis("timeToMax", timeToMaxNanos));
            });
    metrics.add(Metric.millis("acquireWaitP50", waits.percentileNanos(50)));
    metrics.add(Metric.millis("acquireWaitP99", waits.percentileNanos(99)));
    metrics.add(Metric.millis("acquireWaitMax", waits.percentileNanos(100)));
    metrics.add(Metric.millis("cpuTime", cost.timed().cpuNanos()));
    metrics.add(
        new Metric(
            "utilisation",
            cost.timed().utilisationPercent(Runtime.getRuntime().availableProcessors()),
            "%"));
    cost.mock().ifPresent(mock -> metrics.add(Metric.millis("cpuTimeMock", mock.cpuNanos())));
    metrics.add(Metric.bytes("allocated", cost.allocatedBytes()));
    cost.mock()
        .ifPresent(mock -> metrics.add(Metric.bytes("allocatedMock", mock.allocatedBytes())));
    metrics.add(Metric.count("poolMaxInUse", pool.maxInUse()));
    metrics.add(Metric.count("poolInUse", pool.inUse()));
    metrics.add(Metric.count("poolIdle", pool.idle()));
    metrics.add(Metric.count("poolAcquired", pool.acquired()));
    metrics.add(Metric.count("poolReleased", pool.released()));
    metrics.add(Metric.count("poolTimeouts", pool.timeouts()));
    return List.copyOf(metrics);
  }
}
