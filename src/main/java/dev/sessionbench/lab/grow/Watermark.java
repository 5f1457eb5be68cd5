package dev.sessionbench.lab.grow;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.PoolEvent;
import dev.sessionbench.lab.strategy.PoolView;
import dev.sessionbench.lab.strategy.Traits;

/**
 * Spare sessions between two marks: after every event, if {@code idle + being created - waiting} is
 * below the low mark, what is missing to the high mark is asked for. With low = high it keeps a
 * headroom as {@link Headroom} does; with a higher high mark its requests are of at least {@code
 * high - low + 1} sessions. After a failure it waits for the next event of another kind.
 */
public final class Watermark extends MinimumAndMore {
  private final Mark low;
  private final Mark high;

  /**
   * A number of sessions: a fixed one, and a share of those in use, rounded up.
   *
   * @param fixed at least 0
   * @param shareOfInUse at least 0
   */
  public record Mark(int fixed, double shareOfInUse) {
    int of(PoolView pool) {
      return fixed + (int) Math.ceil(shareOfInUse * pool.inUse());
    }
  }

  /**
   * A rule for one pool.
   *
   * @param limits the bounds of the pool
   * @param low below which it asks
   * @param high up to which it asks; in neither part lower than the low one
   * @param maxBatch the most sessions of one request, at least 1
   * @throws BadInput if the high mark is below the low one
   */
  public Watermark(Limits limits, Mark low, Mark high, int maxBatch) {
    super(limits, maxBatch, TEN_SECONDS, Traits.QUEUED);
    if (high.fixed < low.fixed || high.shareOfInUse < low.shareOfInUse) {
      throw new BadInput(
          "low=%d, lowShare=%s, high=%d, highShare=%s: neither high mark may be below the low one"
              .formatted(low.fixed, low.shareOfInUse, high.fixed, high.shareOfInUse));
    }
    this.low = low;
    this.high = high;
  }

  @Override
  int amount(PoolView pool, PoolEvent event) {
    int spare = pool.idle() - pool.uncovered(event);
    boolean asked = !(event instanceof PoolEvent.Failed);
    return asked && spare < low.of(pool) ? high.of(pool) - spare : 0;
  }
}
