package dev.sessionbench.study.exhaustion;

import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.bench.client.PoolUnderTest;
import dev.sessionbench.bench.client.PoolUnderTest.PoolMetrics;
import dev.sessionbench.study.diagnosis.PoolSample;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Looks at the pool's own gauges again and again, on a thread of its own. */
final class PoolSampler implements AutoCloseable {
  private static final long EVERY_NANOS = 20_000_000;

  private final PoolUnderTest client;
  private final ConcurrentLinkedQueue<PoolSample> samples = new ConcurrentLinkedQueue<>();
  private final Thread thread;
  private volatile boolean stopped;

  /** Starts to look. */
  PoolSampler(PoolUnderTest client) {
    this.client = client;
    thread = new Thread(this::sample, "pool-sampler");
    thread.setDaemon(true);
    thread.start();
  }

  private void sample() {
    long next = SystemTime.CLOCK.nanos();
    while (!stopped) {
      PoolMetrics metrics = client.metrics();
      int creating = client.state().beingCreated();
      samples.add(
          new PoolSample(
              SystemTime.CLOCK.nanos(), (int) metrics.inUse(), (int) metrics.idle(), creating));
      next += EVERY_NANOS;
      SystemTime.CLOCK.park(next - SystemTime.CLOCK.nanos());
    }
  }

  /** The samples until now, in order. */
  List<PoolSample> samples() {
    return List.copyOf(samples);
  }

  @Override
  public void close() {
    stopped = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
