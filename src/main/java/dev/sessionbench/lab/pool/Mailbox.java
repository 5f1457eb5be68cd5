package dev.sessionbench.lab.pool;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs tasks one after the other, in the order in which they came, on the thread that brings them:
 * no lock is held and no thread waits. A task that is brought while another runs, by the same
 * thread too, runs when that has ended, on the thread that is at it.
 */
final class Mailbox {
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

  /** Tasks that have come and have not ended. Whoever makes it 1 runs all until it is 0. */
  private final AtomicInteger open = new AtomicInteger();

  void run(Runnable task) {
    Runnable next = task;
    if (!open.compareAndSet(0, 1)) {
      tasks.add(task);
      if (open.getAndIncrement() != 0) {
        return;
      }
      next = tasks.remove();
    }
    next.run();
    while (open.decrementAndGet() != 0) {
      tasks.remove().run();
    }
  }
}
