package dev.sessionbench.mock;

import dev.sessionbench.base.model.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A time source that advances only when a test says so, and shows the scheduled tasks. */
public final class HandDrivenTime implements TimeSource {
  /**
   * A task that waits until a test runs it.
   *
   * @param delayNanos how long it was to wait
   * @param reply what to run
   * @param cancellation is cancelled when the task is taken back
   */
  public record Entry(long delayNanos, Runnable reply, CompletableFuture<Void> cancellation) {}

  private final LinkedBlockingQueue<Entry> scheduled = new LinkedBlockingQueue<>();
  private volatile long nanos;

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public Cancellable after(long delayNanos, Runnable reply) {
    Entry entry = new Entry(delayNanos, reply, new CompletableFuture<>());
    scheduled.add(entry);
    return () -> entry.cancellation().cancel(false);
  }

  /** Sets the clock to a number of milliseconds after its start. */
  public void setMillis(long millis) {
    nanos = TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /** Waits for the next task that the server schedules. */
  public Entry next() throws InterruptedException {
    Entry entry = scheduled.poll(20, TimeUnit.SECONDS);
    if (entry == null) {
      throw new AssertionError("nothing was scheduled");
    }
    return entry;
  }

  public List<Long> nextDelaysNanos(int count) throws InterruptedException {
    List<Long> delays = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Entry entry = next();
      delays.add(entry.delayNanos());
      entry.reply().run();
    }
    return delays;
  }
}
