package dev.sessionbench.mock.journal;

import java.util.List;

/**
 * The latest RPCs of a server; memory is bounded, and writers never wait.
 *
 * <p>Reading while RPCs arrive is safe, but may miss those that are just being written; once the
 * traffic rests, a reading is exact.
 */
public final class RpcJournal {
  private final LatestEntries<RpcRecord> latest;

  public RpcJournal(int capacity) {
    latest = new LatestEntries<>(capacity);
  }

  public void append(RpcRecord entry) {
    latest.add(entry);
  }

  /**
   * The RPCs kept, the oldest first.
   *
   * @return a copy, at most as long as the journal's capacity
   */
  public List<RpcRecord> entries() {
    return latest.entries();
  }

  /**
   * How many RPCs the journal has let go to stay within its capacity.
   *
   * @return the number, at least 0
   */
  public long dropped() {
    return latest.dropped();
  }
}
