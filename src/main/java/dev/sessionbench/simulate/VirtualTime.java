package dev.sessionbench.simulate;

import dev.sessionbench.model.TimeSource;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Time that passes only from one task to the next, and at once. Tasks of the same moment run in the
 * order in which they were asked for, so that equal programs have equal runs.
 *
 * <p>All tasks run on the thread that calls {@link #run()}; this class is for one thread.
 */
public final class VirtualTime implements TimeSource {
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::atNanos).thenComparing(Event::number));
  private long nowNanos;
  private long asked;

  private record Event(long atNanos, long number, Runnable task) {}

  @Override
  public long nanos() {
    return nowNanos;
  }

  @Override
  public Cancellable after(long delayNanos, Runnable task) {
    Event event = new Event(nowNanos + Math.max(0, delayNanos), asked++, task);
    events.add(event);
    return () -> events.remove(event);
  }

  /** Runs all tasks, and those that they ask for, until none is left. */
  public void run() {
    for (Event event = events.poll(); event != null; event = events.poll()) {
      nowNanos = event.atNanos;
      event.task.run();
    }
  }
}
