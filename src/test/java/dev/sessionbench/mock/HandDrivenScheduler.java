package dev.sessionbench.mock;

import dev.sessionbench.mock.transport.DelayScheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Lets time pass only when a test says so, and shows what was scheduled. */
public final class HandDrivenScheduler implements DelayScheduler {
  public record Entry(long delayNanos, Runnable reply, CompletableFuture<Void> cancellation) {}

  private final LinkedBlockingQueue<Entry> scheduled = new LinkedBlockingQueue<>();

  @Override
  public Future<?> schedule(long delayNanos, Runnable reply) {
    Entry entry = new Entry(delayNanos, reply, new CompletableFuture<>());
    scheduled.add(entry);
    return entry.cancellation();
  }

  @Override
  public void close() {
    scheduled.clear();
  }

  /** Waits for the next delay that the server schedules. */
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
