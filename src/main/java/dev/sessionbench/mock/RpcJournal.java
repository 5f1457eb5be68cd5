package dev.sessionbench.mock;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The latest RPCs of a server, in a ring: a writer takes a ticket and overwrites the slot that the
 * ticket names, so that writers never wait and memory is bounded.
 *
 * <p>Reading while RPCs arrive is safe, but may miss those that are just being written; once the
 * traffic rests, a reading is exact.
 */
public final class RpcJournal {
  private final int capacity;
  private final AtomicReferenceArray<@Nullable RpcRecord> ring;
  private final AtomicLong nextTicket = new AtomicLong();

  RpcJournal(int capacity) {
    this.capacity = capacity;
    this.ring = new AtomicReferenceArray<>(capacity);
  }

  void append(RpcRecord entry) {
    long ticket = nextTicket.getAndIncrement();
    if (capacity > 0) {
      ring.set((int) (ticket % capacity), entry);
    }
  }

  /**
   * The RPCs kept, the oldest first.
   *
   * @return a copy, at most as long as the journal's capacity
   */
  public List<RpcRecord> entries() {
    long end = nextTicket.get();
    List<RpcRecord> entries = new ArrayList<>();
    for (long ticket = Math.max(0, end - capacity); ticket < end; ticket++) {
      RpcRecord entry = ring.get((int) (ticket % capacity));
      if (entry != null) {
        entries.add(entry);
      }
    }
    return entries;
  }

  /**
   * How many RPCs the journal has let go to stay within its capacity.
   *
   * @return the number, at least 0
   */
  public long dropped() {
    return Math.max(0, nextTicket.get() - capacity);
  }
}
