package dev.sessionbench.lab.pool;

/** A caller who has asked for a session and has neither got one nor been refused. */
final class Waiter<S> {
  private final Borrower<S> borrower;
  private final long deadlineNanos;
  private boolean done;
  private boolean queued;

  Waiter(Borrower<S> borrower, long deadlineNanos) {
    this.borrower = borrower;
    this.deadlineNanos = deadlineNanos;
  }

  Borrower<S> borrower() {
    return borrower;
  }

  /** The last moment at which it waits. */
  long deadlineNanos() {
    return deadlineNanos;
  }

  /** Whether it waits no more, for whatever reason. */
  boolean done() {
    return done;
  }

  void end() {
    done = true;
    queued = false;
  }

  /** Whether it is in the queue, where any session may serve it. */
  boolean queued() {
    return queued;
  }

  void queue(boolean in) {
    queued = in;
  }
}
