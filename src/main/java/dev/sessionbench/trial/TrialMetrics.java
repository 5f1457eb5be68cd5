package dev.sessionbench.trial;

import dev.sessionbench.client.PoolMetrics;
import dev.sessionbench.model.PoolShape;
import dev.sessionbench.workload.AcquireWaits;
import dev.sessionbench.workload.PoolObservation;
import java.util.List;

/** Names the figures of a run as its result carries them. */
final class TrialMetrics {
  private TrialMetrics() {}

  /**
   * What a run used of the machine.
   *
   * @param cpuNanos CPU time of the process
   * @param allocatedBytes memory allocated by the process
   * @param mockCpuNanos the part of the CPU time that the mock server's threads used
   * @param mockAllocatedBytes the part of the memory that the mock server's threads allocated
   */
  record Cost(long cpuNanos, long allocatedBytes, long mockCpuNanos, long mockAllocatedBytes) {}

  static List<Metric> of(
      PoolShape shape, PoolObservation seen, double timeToMaxNanos, AcquireWaits waits, Cost cost) {
    PoolMetrics pool = seen.metrics();
    return List.of(
        Metric.count("numBatchCreateSessionsRpcs", seen.batchCreateRpcs()),
        Metric.count("batchCreateSessionsAttempts", seen.batchCreateAttempts()),
        Metric.count("sessionsCreated", seen.sessionsCreated()),
        Metric.count("overshoot", seen.overshoot(shape.minSessions())),
        Metric.millis("timeToMax", timeToMaxNanos),
        Metric.millis("acquireWaitP50", waits.percentileNanos(50)),
        Metric.millis("acquireWaitP99", waits.percentileNanos(99)),
        Metric.millis("acquireWaitMax", waits.percentileNanos(100)),
        Metric.millis("cpuTime", cost.cpuNanos()),
        Metric.millis("cpuTimeMock", cost.mockCpuNanos()),
        Metric.bytes("allocated", cost.allocatedBytes()),
        Metric.bytes("allocatedMock", cost.mockAllocatedBytes()),
        Metric.count("poolMaxInUse", pool.maxInUse()),
        Metric.count("poolInUse", pool.inUse()),
        Metric.count("poolIdle", pool.idle()),
        Metric.count("poolAcquired", pool.acquired()),
        Metric.count("poolReleased", pool.released()),
        Metric.count("poolTimeouts", pool.timeouts()));
  }
}
