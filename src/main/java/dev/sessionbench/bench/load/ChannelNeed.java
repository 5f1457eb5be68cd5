package dev.sessionbench.bench.load;

/** Measures how long a client under load waits for its next channel. */
public final class ChannelNeed {
  private static final long NONE = Long.MIN_VALUE;

  private final long streams;
  private long calls;
  private long channels;
  private long sinceNanos = NONE;
  private long longestNanos;

  /**
   * A client without channels and calls.
   *
   * @param streams calls that a channel may carry at once, at least 1
   */
  public ChannelNeed(long streams) {
    this.streams = streams;
  }

  /** Adds the next change, in the order of time. */
  public void add(Change change) {
    calls += change.calls;
    channels += change.channels;
    boolean needed = calls > channels * streams;
    if (sinceNanos != NONE && (change.channels > 0 || !needed)) {
      longestNanos = Math.max(longestNanos, change.nanos - sinceNanos);
      sinceNanos = NONE;
    }
    if (needed && sinceNanos == NONE) {
      sinceNanos = change.nanos;
    }
  }

  /**
   * Some calls have begun or ended, or some channels have been opened or closed.
   *
   * @param nanos when, on any clock
   * @param calls how many more calls are in progress than before
   * @param channels how many more channels are open than before
   */
  public record Change(long nanos, int calls, int channels) {}

  /** The longest need so far that has ended, in nanoseconds. */
  public long longestNanos() {
    return longestNanos;
  }
}
