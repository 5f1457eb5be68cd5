package dev.sessionbench.mock.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The latest entries of a log, in a ring: a writer takes a ticket and overwrites the slot that the
 * ticket names, so that writers never wait and memory is bounded.
 *
 * <p>Reading while others write is safe, but may miss what is just being written; once they rest, a
 * reading is exact.
 */
public final class LatestEntries<T> {
  private final int capacity;
  private final AtomicReferenceArray<@Nullable T> ring;
  private final AtomicLong nextTicket = new AtomicLong();

  /**
   * An empty log.
   *
   * @param capacity how many entries it keeps, from 0
   */
  public LatestEntries(int capacity) {
    this.capacity = capacity;
    this.ring = new AtomicReferenceArray<>(capacity);
  }

  /** Adds an entry, in the place of the oldest if there is no room. */
  public void add(T entry) {
    long ticket = nextTicket.getAndIncrement();
    if (capacity > 0) {
      ring.set((int) (ticket % capacity), entry);
    }
  }

  /**
   * The entries kept, the oldest first.
   *
   * @return a copy, at most as long as the capacity
   */
  public List<T> entries() {
    long end = nextTicket.get();
    List<T> entries = new ArrayList<>();
    for (long ticket = Math.max(0, end - capacity); ticket < end; ticket++) {
      T entry = ring.get((int) (ticket % capacity));
      if (entry != null) {
        entries.add(entry);
      }
    }
    return entries;
  }

  /**
   * How many entries had to go for others.
   *
   * @return the number, at least 0
   */
  public long dropped() {
    return Math.max(0, nextTicket.get() - capacity);
  }
}
