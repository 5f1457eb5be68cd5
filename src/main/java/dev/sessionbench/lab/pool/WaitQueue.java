package dev.sessionbench.lab.pool;

import dev.sessionbench.lab.pool.ReferencePool.Borrower;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The waiters of a pool, first come, first served. A second queue holds them in the order of their
 * deadlines, with the callers that are tied to a request of their own.
 *
 * <p>A waiter that leaves from the middle of a queue stays in it as an empty entry, so that giving
 * up searches no queue.
 */
final class WaitQueue<S> {
  private final Deque<Waiter<S>> queue = new ArrayDeque<>();
  private final Deque<Waiter<S>> byDeadline = new ArrayDeque<>();
  private int waiting;

  /** Those in the queue. */
  int waiting() {
    return waiting;
  }

  /** Remembers a caller's deadline; all wait equally long. */
  void expect(Waiter<S> waiter) {
    byDeadline.add(waiter);
  }

  void join(Waiter<S> waiter) {
    waiter.queued = true;
    queue.add(waiter);
    waiting++;
  }

  /** Takes out a waiter that only its own request serves from now on. */
  void tie(Waiter<S> waiter) {
    // Not left as an empty entry: it may have to join again.
    queue.remove(waiter);
    waiting--;
    waiter.queued = false;
  }

  /** Ends a caller's wait. */
  void end(Waiter<S> waiter) {
    if (waiter.queued) {
      waiting--;
    }
    waiter.done = true;
    waiter.queued = false;
  }

  /** The first of the queue; it stays there. */
  @Nullable Waiter<S> head() {
    Waiter<S> head = queue.peek();
    while (head != null && !head.queued) {
      queue.poll();
      head = queue.peek();
    }
    return head;
  }

  /** All in the queue, in their order. */
  List<Waiter<S>> all() {
    return queue.stream().filter(waiter -> waiter.queued).toList();
  }

  /** The caller whose deadline comes next. */
  @Nullable Waiter<S> nextToExpire() {
    Waiter<S> first = byDeadline.peek();
    while (first != null && first.done) {
      byDeadline.poll();
      first = byDeadline.peek();
    }
    return first;
  }

  /** A caller who has asked for a session and has neither got one nor been refused. */
  static final class Waiter<S> {
    final Borrower<S> borrower;

    /** The last moment at which it waits. */
    final long deadlineNanos;

    /** Whether it waits no more, for whatever reason. */
    boolean done;

    /** Whether it is in the queue, where any session may serve it. */
    boolean queued;

    Waiter(Borrower<S> borrower, long deadlineNanos) {
      this.borrower = borrower;
      this.deadlineNanos = deadlineNanos;
    }
  }
}
