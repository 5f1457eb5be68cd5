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
final class LatestEntries<T> {
  private final int capacity;
  private final AtomicReferenceArray<@Nullable T> ring;
  private final AtomicLong nextTicket = new AtomicLong();

  LatestEntries(int capacity) {
    this.capacity = capacity;
    this.ring = new AtomicReferenceArray<>(capacity);
  }

  void add(T entry) {
    long ticket = nextTicket.getAndIncrement();
    if (capacity > 0) {
      ring.set((int) (ticket % capacity), entry);
    }
  }

  /** The entries kept, the oldest first. */
  List<T> entries() {
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

  /** How many entries had to go for others. */
  long dropped() {
    return Math.max(0, nextTicket.get() - capacity);
  }
}
