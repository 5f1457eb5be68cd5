package dev.sessionbench.rawload;

import com.google.protobuf.ByteString;
import dev.sessionbench.base.model.SystemTime;
import io.grpc.Channel;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Times every operation of a load. As many as are to be in flight are started one after the other,
 * without waiting or at an even pace; then each that ends starts the next. Where as many are to be
 * in flight as there are, that is a burst.
 *
 * <p>A time counts from when the operation was due: those of a burst without a pace were all due at
 * its start, so that a server which keeps the client from sending is not let off.
 */
public final class TimedLoad {
  private static final long PATIENCE_SECONDS = 120;

  /** Short against the two milliseconds by which a reply may be late. */
  private static final long TICK_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

  private final Channel channel;
  private final List<Operation> operations;
  private final AtomicReference<@Nullable Status> failure = new AtomicReference<>();
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicInteger mostInFlight = new AtomicInteger();
  private long[] startNanos = {};
  private long[] endNanos = {};

  /**
   * A load.
   *
   * @param channel carries it
   * @param operations what is done, in turn
   */
  public TimedLoad(Channel channel, List<Operation> operations) {
    this.channel = channel;
    this.operations = List.copyOf(operations);
  }

  /**
   * Runs the load once and waits for all of it.
   *
   * @param together how many operations are to be in flight, at least 1
   * @param count how many there are in all, at least as many
   * @param spread over how long the first of them are started; zero starts them all at once
   * @throws InterruptedException if interrupted while waiting
   * @throws IllegalStateException if one failed or has not ended within two minutes
   */
  public void run(int together, int count, Duration spread) throws InterruptedException {
    startNanos = new long[count];
    endNanos = new long[count];
    CountDownLatch ended = new CountDownLatch(count);
    long start = SystemTime.CLOCK.nanos();
    double nanosEach = (double) spread.toNanos() / together;
    for (int i = 0; i < together; i++) {
      long dueNanos = start + (long) (i * nanosEach);
      while (SystemTime.CLOCK.nanos() - dueNanos < 0) {
        SystemTime.CLOCK.park(TICK_NANOS);
      }
      startNext(ended, dueNanos);
    }
    if (!ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException(ended.getCount() + " RPCs have not ended");
    }
    Status failed = failure.get();
    if (failed != null) {
      throw new IllegalStateException("an RPC failed: " + failed);
    }
  }

  private void startNext(CountDownLatch ended, long dueNanos) {
    int index = next.getAndIncrement();
    if (index >= startNanos.length) {
      return;
    }
    int now = inFlight.incrementAndGet();
    if (now > mostInFlight.get()) {
      mostInFlight.accumulateAndGet(now, Math::max);
    }
    startNanos[index] = dueNanos;
    operations
        .get(index % operations.size())
        .start(
            channel,
            new RawCall.Completion() {
              @Override
              public void succeeded(ByteString reply) {
                end();
              }

              @Override
              public void failed(Status status) {
                failure.compareAndSet(null, status);
                end();
              }

              private void end() {
                long nowNanos = SystemTime.CLOCK.nanos();
                endNanos[index] = nowNanos;
                inFlight.decrementAndGet();
                startNext(ended, nowNanos);
                ended.countDown();
              }
            });
  }

  /** The most operations that were in flight at one moment. */
  public int mostInFlight() {
    return mostInFlight.get();
  }

  /**
   * By how much each operation took longer than it should have, as the client saw it.
   *
   * @param expectedNanos how long it should have taken
   * @return a histogram of nanoseconds; what was too early counts as 0
   */
  public Histogram excessNanos(long expectedNanos) {
    Histogram excess = new Histogram(3);
    for (int i = 0; i < startNanos.length; i++) {
      excess.recordValue(Math.max(0, endNanos[i] - startNanos[i] - expectedNanos));
    }
    return excess;
  }
}
