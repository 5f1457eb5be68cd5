package dev.sessionbench.mock.split;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One split: a range of keys with a queue, which serves one call after another. */
final class KeyRange {
  /**
   * The statements that a node remembers at most; a client that makes up new ones must not fill
   * memory.
   */
  private static final int MOST_STATEMENTS = 1_000;

  final Queue<SplitCall> queue = new ArrayDeque<>();
  final double from;
  double to;
  final int node;

  /** When it has served its current call, or had served the last one. */
  long freeNanos;

  /** Whether it serves a call now. */
  boolean serving;

  /** When it may divide again. */
  long mayDivideNanos;

  /** Whether it is dividing now. */
  boolean dividing;

  /**
   * The work that arrived since the last look, and the number of successive looks that found too
   * much.
   */
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

  /** The next call that was not cancelled, or null. */
  @Nullable SplitCall next() {
    SplitCall call = queue.poll();
    while (call != null && call.cancelled().get()) {
      call = queue.poll();
    }
    return call;
  }

  /** Whether its node sees a statement for the first time; the node then remembers it. */
  boolean isNew(String statement) {
    return statements.size() < MOST_STATEMENTS && statements.add(statement);
  }

  /** Keeps the lower half, and moves the upper half with its waiting calls to a new range. */
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
