package dev.sessionbench.lab.grow;

import dev.sessionbench.lab.strategy.Creation;
import dev.sessionbench.lab.strategy.GrowthStrategy;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.PoolEvent;
import dev.sessionbench.lab.strategy.PoolView;
import dev.sessionbench.lab.strategy.Traits;
import dev.sessionbench.lab.strategy.Traits.Failure;
import java.util.List;

/**
 * A target that grows by an increment, and what is missing to it made one by one by three helpers.
 * At a miss, if {@code live + waiting + 1} has reached the target, the target becomes the larger of
 * that and the target plus the increment. Because reaching it is enough, the next increment starts
 * one caller earlier than with {@link FixedStep}.
 *
 * <p>Source: {@code BasicResourcePool.prelimCheckoutResource} of c3p0 v0.10.0. There an acquisition
 * is tried 30 times before every waiter fails; here once.
 */
public final class TargetPlusIncrement implements GrowthStrategy {
  private static final int HELPER_THREADS = 3;

  private final Channels channels;
  private final Limits limits;
  private final int increment;
  private int target;

  /**
   * A rule for one pool.
   *
   * @param limits the bounds of the pool
   * @param increment by which the target grows, at least 1
   */
  public TargetPlusIncrement(Limits limits, int increment) {
    this.channels = new Channels(limits.numChannels(), Channels.ANY_SIZE);
    this.limits = limits;
    this.increment = increment;
    this.target = limits.minSessions();
  }

  @Override
  public Traits traits() {
    return Traits.QUEUED.with(Failure.EVERYBODY).atMostInFlight(HELPER_THREADS);
  }

  @Override
  public List<Creation> decide(PoolView pool, PoolEvent event) {
    if (event instanceof PoolEvent.Opened) {
      return channels.singly(target);
    }
    if (event instanceof PoolEvent.Closed closed) {
      target = Math.max(limits.minSessions(), target - closed.sessions());
    }
    if (!event.isMiss() || pool.total() >= limits.maxSessions()) {
      return List.of();
    }
    int desired = pool.total() + pool.waiting() + 1;
    if (desired >= target) {
      target = Math.min(limits.maxSessions(), Math.max(desired, target + increment));
    }
    return channels.singly(target - pool.total() - pool.creating());
  }
}
