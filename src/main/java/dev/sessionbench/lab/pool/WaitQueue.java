package dev.sessionbench.lab.pool;

import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.lab.pool.ReferencePool.Borrower;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The waiters of a pool: first come, first served, or in random order. A second queue orders them
 * by deadline, together with the callers tied to a request of their own.
 *
 * <p>A waiter that leaves the middle of a queue stays in it as an empty entry. So giving up needs
 * no search.
 */
final class WaitQueue<S> {
  private static final long ORDER_STREAM = 0x0a4e;

  private final boolean inOrder;
  private final long seed;
  private long joined;
  private final Deque<Waiter<S>> queue = new ArrayDeque<>();

  /** The waiters in random order, from the last to the first, unless they are served in order. */
  private final List<Waiter<S>> shuffled = new ArrayList<>();

  private final Deque<Waiter<S>> byDeadline = new ArrayDeque<>();

  /** In random order: each creation that ends wakes them all, and they wait again as they come. */
  private final List<Waiter<S>> blocked = new ArrayList<>();

  private int waiting;

  /**
   * An empty queue.
   *
   * @param inOrder whether who comes first is served first; else anybody, by chance
   * @param seed decides about that
   */
  WaitQueue(boolean inOrder, long seed) {
    this.inOrder = inOrder;
    this.seed = seed;
  }

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
    if (!waiter.queued) {
      return;
    }
    if (inOrder) {
      queue.add(waiter);
    } else {
      addAnywhere(waiter, shuffled);
    }
  }

  private void addAnywhere(Waiter<S> waiter, List<Waiter<S>> waiters) {
    waiters.add(waiter);
    int last = waiters.size() - 1;
    int place = (int) SeededDraws.uniform(seed, ORDER_STREAM, joined++, last + 1L);
    Collections.swap(waiters, place, last);
  }

  /** Takes out the first waiter, which still counts as waiting. */
  void leave() {
    var unused = inOrder ? queue.remove() : shuffled.remove(shuffled.size() - 1);
  }

  /** Adds a waiter that no session may serve until {@link #unblock}. */
  void block(Waiter<S> waiter) {
    waiter.queued = true;
    waiting++;
    addAnywhere(waiter, blocked);
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
    Waiter<S> head = peek();
    while (head != null && !head.queued) {
      leave();
      head = peek();
    }
    return head;
  }

  private @Nullable Waiter<S> peek() {
    return shuffled.isEmpty() ? queue.peek() : shuffled.get(shuffled.size() - 1);
  }

  /** All in the queue, in their order. */
  List<Waiter<S>> all() {
    return Stream.concat(queue.stream(), shuffled.stream())
        .filter(waiter -> waiter.queued)
        .toList();
  }

  /** The caller whose deadline comes next. */
  @Nullable Waiter<S> nextToExpire() {
    while (!byDeadline.isEmpty() && byDeadline.element().done) {
      byDeadline.remove();
    }
    return byDeadline.peek();
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
