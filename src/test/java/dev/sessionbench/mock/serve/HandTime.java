package dev.sessionbench.mock.serve;

import dev.sessionbench.base.model.TimeSource;
import java.util.Comparator;
import java.util.PriorityQueue;

/** A time source that advances only when a test says so. Not thread-safe. */
final class HandTime implements TimeSource {
  private final PriorityQueue<Task> tasks =
      new PriorityQueue<>(Comparator.comparingLong(Task::atNanos));
  private volatile long nowNanos;

  private record Task(long atNanos, Runnable work) {}

  @Override
  public long nanos() {
    return nowNanos;
  }

  @Override
  public Cancellable after(long delayNanos, Runnable work) {
    Task task = new Task(nowNanos + Math.max(0, delayNanos), work);
    tasks.add(task);
    return () -> tasks.remove(task);
  }

  /** Advances time, and runs the tasks that become due. */
  void pass(long nanos) {
    long end = nowNanos + nanos;
    for (Task due = tasks.peek(); due != null && due.atNanos() <= end; due = tasks.peek()) {
      tasks.remove();
      nowNanos = due.atNanos();
      due.work().run();
    }
    nowNanos = end;
  }

  /** The number of tasks that are not yet due. */
  int waiting() {
    return tasks.size();
  }
}
