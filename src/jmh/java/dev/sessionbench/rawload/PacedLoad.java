package dev.sessionbench.rawload;

import com.google.protobuf.ByteString;
import dev.sessionbench.base.model.SystemTime;
import io.grpc.Channel;
import io.grpc.Status;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Starts operations at a fixed rate, whether or not the earlier ones have ended. A time counts from
 * when the operation was due, so that a client that falls behind shows too.
 */
public final class PacedLoad {
  private static final long TICK_NANOS = TimeUnit.MICROSECONDS.toNanos(500);
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Channel channel;
  private final List<Operation> operations;
  private final AtomicLong succeeded = new AtomicLong();
  private final AtomicReference<@Nullable Status> failure = new AtomicReference<>();
  private final Histogram nanos = new ConcurrentHistogram(TimeUnit.MINUTES.toNanos(5), 3);
  private long started;
  private long mostInFlight;

  /**
   * A load.
   *
   * @param channel carries it
   * @param operations what is started, in turn
   */
  public PacedLoad(Channel channel, List<Operation> operations) {
    this.channel = channel;
    this.operations = List.copyOf(operations);
  }

  /**
   * Runs the load once.
   *
   * @param perSecond operations to start each second
   * @param seconds for how long
   * @return operations that ended in that time, a second
   * @throws IllegalStateException if one failed or has not ended ten seconds after the last start
   */
  public double run(int perSecond, int seconds) {
    double nanosEach = 1e9 / perSecond;
    long total = (long) perSecond * seconds;
    long start = SystemTime.CLOCK.nanos();
    while (started < total) {
      long due = Math.min(total, (long) ((SystemTime.CLOCK.nanos() - start) / nanosEach));
      for (; started < due; started++) {
        start(start + (long) (started * nanosEach));
      }
      mostInFlight = Math.max(mostInFlight, started - succeeded.get());
      SystemTime.CLOCK.park(TICK_NANOS);
    }
    double rate = succeeded.get() * 1e9 / (SystemTime.CLOCK.nanos() - start);
    awaitAll();
    return rate;
  }

  private void start(long dueNanos) {
    operations
        .get((int) (started % operations.size()))
        .start(
            channel,
            new RawCall.Completion() {
              @Override
              public void succeeded(ByteString reply) {
                nanos.recordValue(Math.max(0, SystemTime.CLOCK.nanos() - dueNanos));
                succeeded.incrementAndGet();
              }

              @Override
              public void failed(Status status) {
                failure.compareAndSet(null, status);
              }
            });
  }

  private void awaitAll() {
    long deadline = SystemTime.CLOCK.nanos() + PATIENCE_NANOS;
    while (succeeded.get() < started
        && failure.get() == null
        && SystemTime.CLOCK.nanos() < deadline) {
      SystemTime.CLOCK.park(TICK_NANOS);
    }
    Status failed = failure.get();
    if (failed != null) {
      throw new IllegalStateException("an RPC failed: " + failed);
    }
    if (succeeded.get() < started) {
      throw new IllegalStateException(started - succeeded.get() + " RPCs have not ended");
    }
  }

  /** From when each operation was due to its end, in nanoseconds. */
  public Histogram nanos() {
    return nanos;
  }

  /** The most operations that had begun and not ended. */
  public long mostInFlight() {
    return mostInFlight;
  }
}
