package dev.sessionbench.mock.rpc;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The latest entries of a log, in bounded memory. Thread-safe.
 *
 * @param <T> an entry
 */
public final class LatestEntries<T> {
  private final int capacity;
  private final Deque<T> latest = new ArrayDeque<>();
  private long dropped;

  /**
   * An empty log.
   *
   * @param capacity how many entries it keeps, from 0
   */
  public LatestEntries(int capacity) {
    this.capacity = capacity;
  }

  /** Adds an entry; if the log is full, it replaces the oldest. */
  public synchronized void add(T entry) {
    latest.addLast(entry);
    if (latest.size() > capacity) {
      latest.removeFirst();
      dropped++;
    }
  }

  /**
   * The entries kept, the oldest first.
   *
   * @return a copy, at most as long as the capacity
   */
  public synchronized List<T> entries() {
    return List.copyOf(latest);
  }

  /**
   * How many entries were dropped for newer ones.
   *
   * @return the number, at least 0
   */
  public synchronized long dropped() {
    return dropped;
  }
}
