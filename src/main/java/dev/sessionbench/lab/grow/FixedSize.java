package dev.sessionbench.lab.grow;

import dev.sessionbench.lab.strategy.Creation;
import dev.sessionbench.lab.strategy.GrowthStrategy;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.PeriodicLook;
import dev.sessionbench.lab.strategy.PoolEvent;
import dev.sessionbench.lab.strategy.PoolView;
import dev.sessionbench.lab.strategy.Traits;
import java.util.List;

/**
 * The limit at once, at the opening, spread over the channels, and never any growth: minimum equal
 * to maximum, an often given advice. The requests are as many as the sum over the channels of
 * {@code ceil(share / maxBatch)}. What a failed request has lost is asked for again within ten
 * seconds; what a rule of shrinking has closed is not, down to the minimum, or the two would go on
 * for ever.
 *
 * <p>The fixed-size pool of python-spanner v3.63.0 is this with one channel, and ends with the
 * error where this tries again.
 */
public final class FixedSize implements GrowthStrategy {
  private final Channels channels;
  private final PeriodicLook maintainer = new PeriodicLook(MinimumAndMore.TEN_SECONDS);
  private int size;

  /**
   * A rule for one pool.
   *
   * @param limits the bounds of the pool
   * @param maxBatch the most sessions of one request, at least 1
   */
  public FixedSize(Limits limits, int maxBatch) {
    this.channels = new Channels(limits.numChannels(), maxBatch);
    this.size = limits.maxSessions();
  }

  @Override
  public Traits traits() {
    return Traits.QUEUED;
  }

  @Override
  public List<Creation> decide(PoolView pool, PoolEvent event) {
    if (event instanceof PoolEvent.Closed closed) {
      size = Math.max(pool.limits().minSessions(), size - closed.sessions());
    }
    int due = maintainer.due(pool, event, size - pool.total() - pool.creating());
    return event instanceof PoolEvent.Opened ? channels.spread(size) : channels.inTurn(due);
  }

  @Override
  public long nextTickNanos() {
    return maintainer.nextNanos();
  }
}
