package dev.sessionbench.lab.pool;

import dev.sessionbench.lab.pool.ReferencePool.Borrower;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The waiters of a pool, first come, first served. A second queue orders them by deadline, together
 * with the callers tied to a request of their own.
 *
 * <p>A waiter that leaves the middle of a queue stays in it as an empty entry. So giving up needs
 * no search.
 */
final class WaitQueue<S> {
  private final Deque<Waiter<S>> queue = new ArrayDeque<>();
  private final Deque<Waiter<S>> byDeadline = new ArrayDeque<>();
  private final Deque<Waiter<S>> blocked = new ArrayDeque<>();
  private int waiting;

  /** The number of waiters in the queue. */
  int waiting() {
    return waiting;
  }

  /** Remembers a caller's deadline; all callers wait equally long. */
  void expect(Waiter<S> waiter) {
    byDeadline.add(waiter);
  }

  void join(Waiter<S> waiter) {
    waiter.queued = true;
    waiting++;
    joinAgain(waiter);
  }

  /** Puts a waiter that has left by {@link #leave} to the end, unless its wait has ended. */
  void joinAgain(Waiter<S> waiter) {
    if (waiter.queued) {
      queue.add(waiter);
    }
  }

  /** Takes out the first waiter, which still counts as waiting. */
  void leave() {
    queue.remove();
  }

  /** Adds a waiter that no session may serve until {@link #unblock}. */
  void block(Waiter<S> waiter) {
    waiter.queued = true;
    waiting++;
    blocked.add(waiter);
  }

  /** Lets the blocked waiters join. */
  void unblock() {
    blocked.forEach(this::joinAgain);
    blocked.clear();
  }

  /** Takes out a waiter that only its own request can serve from now on. */
  void tie(Waiter<S> waiter) {
    // It must not stay as an empty entry: it may have to join again.
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

  /** The first waiter; it stays in the queue. */
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

  /** A caller that has asked for a session and has neither got one nor been refused. */
  static final class Waiter<S> {
    final Borrower<S> borrower;

    /** The last moment of its wait. */
    final long deadlineNanos;

    /** Whether its wait has ended, for any reason. */
    boolean done;

    /** Whether it is in the queue, where any session may serve it. */
    boolean queued;

    Waiter(Borrower<S> borrower, long deadlineNanos) {
      this.borrower = borrower;
      this.deadlineNanos = deadlineNanos;
    }
  }
}
