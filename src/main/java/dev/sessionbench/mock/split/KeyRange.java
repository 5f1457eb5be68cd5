package dev.sessionbench.mock.split;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One split: a range of keys with its queue, from which one call is served after the other. */
final class KeyRange {
  /** Statements that a server remembers; a client that makes up new ones must not fill it. */
  private static final int MOST_STATEMENTS = 1_000;

  final Queue<SplitCall> queue = new ArrayDeque<>();
  final double from;
  double to;
  final int node;

  /** When the call that it serves has been served, or the last one was. */
  long freeNanos;

  /** What it serves now. */
  boolean serving;

  /** When it may divide again. */
  long mayDivideNanos;

  /** When it has divided, while it does. */
  boolean dividing;

  /** The work that arrived since the last look, and at how many looks in a row it was too much. */
  long arrived;

  int looksAbove;

  private final Set<String> statements = new HashSet<>();

  KeyRange(double from, double to, int node, long nowNanos) {
    this.from = from;
    this.to = to;
    this.node = node;
    freeNanos = nowNanos;
    mayDivideNanos = nowNanos;
  }

  /** The next call that still wants an answer, or null. */
  @Nullable SplitCall next() {
    SplitCall call = queue.poll();
    while (call != null && call.cancelled().get()) {
      call = queue.poll();
    }
    return call;
  }

  /** Whether its node sees a statement for the first time, which it then does no more. */
  boolean isNew(String statement) {
    return statements.size() < MOST_STATEMENTS && statements.add(statement);
  }

  /** Keeps the lower half, and gives the upper, with the calls that wait for it, to another. */
  KeyRange divide(int otherNode, long nowNanos) {
    KeyRange upper = new KeyRange((from + to) / 2, to, otherNode, nowNanos);
    to = upper.from;
    upper.mayDivideNanos = mayDivideNanos;
    queue.removeIf(call -> call.key() >= upper.from && upper.queue.add(call));
    dividing = false;
    arrived = 0;
    looksAbove = 0;
    return upper;
  }
}
