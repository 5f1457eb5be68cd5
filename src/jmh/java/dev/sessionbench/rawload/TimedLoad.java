package dev.sessionbench.rawload;

import dev.sessionbench.base.model.SystemTime;
import io.grpc.Channel;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Times every operation of a load. It starts the first operations without waiting or at an even
 * pace; each that ends starts the next. If all operations may be in flight, no operation waits for
 * another: that is a burst, or an open loop of a fixed rate.
 *
 * <p>A time counts from when the operation was due. Operations of a burst without a pace are all
 * due at its start. So a server that keeps the client from sending gets no advantage.
 */
public final class TimedLoad {
  private static final long PATIENCE_SECONDS = 120;

  /** Short against the two milliseconds by which a reply may be late. */
  private static final long TICK_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

  private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(5);

  private final Channel channel;
  private final List<Operation> operations;
  private final long expectedNanos;
  private final AtomicReference<Status> end = new AtomicReference<>(Status.OK);
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicInteger mostInFlight = new AtomicInteger();
  private final Histogram excess = new ConcurrentHistogram(LONGEST_NANOS, 3);

  /**
   * A load.
   *
   * @param channel carries the load
   * @param operations the operations, used in turn
   * @param expectedNanos how long each should take, in nanoseconds
   */
  public TimedLoad(Channel channel, List<Operation> operations, long expectedNanos) {
    this.channel = channel;
    this.operations = List.copyOf(operations);
    this.expectedNanos = expectedNanos;
  }

  /**
   * Runs the load once and waits for all of it.
   *
   * @param together how many operations are to be in flight, at least 1
   * @param count how many there are in all, at least {@code together}
   * @param spread the time over which the first of them are started; zero starts them all at once
   * @return operations that ended per second until the last of the first ones was started
   * @throws InterruptedException if interrupted while waiting
   * @throws IllegalStateException if an operation failed or has not ended within two minutes
   */
  public double run(int together, int count, Duration spread) throws InterruptedException {
    CountDownLatch left = new CountDownLatch(count);
    long start = SystemTime.CLOCK.nanos();
    double nanosEach = (double) spread.toNanos() / together;
    for (int i = 0; i < together; i++) {
      long dueNanos = start + (long) (i * nanosEach);
      while (SystemTime.CLOCK.nanos() - dueNanos < 0) {
        SystemTime.CLOCK.park(TICK_NANOS);
      }
      startNext(left, count, dueNanos);
    }
    double perSecond = (count - left.getCount()) * 1e9 / (SystemTime.CLOCK.nanos() - start);
    if (!left.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException(left.getCount() + " RPCs have not ended");
    }
    Status last = Objects.requireNonNull(end.get());
    if (!last.isOk()) {
      throw new IllegalStateException("an RPC failed: " + last);
    }
    return perSecond;
  }

  private void startNext(CountDownLatch left, int count, long dueNanos) {
    int index = next.getAndIncrement();
    if (index >= count) {
      return;
    }
    int now = inFlight.incrementAndGet();
    if (now > mostInFlight.get()) {
      mostInFlight.accumulateAndGet(now, Math::max);
    }
    operations
        .get(index % operations.size())
        .start(
            channel,
            (status, reply) -> {
              long nowNanos = SystemTime.CLOCK.nanos();
              excess.recordValue(Math.max(0, nowNanos - dueNanos - expectedNanos));
              if (!status.isOk()) {
                end.compareAndSet(Status.OK, status);
              }
              inFlight.decrementAndGet();
              startNext(left, count, nowNanos);
              left.countDown();
            });
  }

  /** The most operations that were in flight at the same time. */
  public int mostInFlight() {
    return mostInFlight.get();
  }

  /**
   * How much longer than expected operations took, as the client saw it.
   *
   * @param percentile the percentile of the operations, from 0 to 100
   * @return the time in nanoseconds; an early end counts as 0
   */
  public long excessNanos(double percentile) {
    return excess.getValueAtPercentile(percentile);
  }
}
