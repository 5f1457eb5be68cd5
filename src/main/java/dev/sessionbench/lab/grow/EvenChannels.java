package dev.sessionbench.lab.grow;

import dev.sessionbench.lab.strategy.Creation;
import dev.sessionbench.lab.strategy.GrowthStrategy;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.PoolEvent;
import dev.sessionbench.lab.strategy.PoolView;
import dev.sessionbench.lab.strategy.Traits;
import dev.sessionbench.lab.strategy.Traits.Failure;
import dev.sessionbench.lab.strategy.Traits.Serving;
import dev.sessionbench.lab.strategy.Traits.Waking;
import java.util.List;

/**
 * The minimum and one more at each growth, so that the pool about doubles at first; one growth at a
 * time, of one request for each channel, shared out so that the channels become even. The caller
 * sends its requests itself, one after the other, and is served when the last is answered.
 *
 * <p>Source: {@code session_pool.cc} of google-cloud-cpp, commit 0507136. Its minimum is never
 * refilled. There a failure ends the growth; here the requests that were decided are still sent.
 */
public final class EvenChannels implements GrowthStrategy {
  private final Channels channels;

  /**
   * A rule for one pool.
   *
   * @param limits the bounds of the pool
   */
  public EvenChannels(Limits limits) {
    this.channels = new Channels(limits.numChannels(), Channels.ANY_SIZE);
  }

  @Override
  public Traits traits() {
    return Traits.QUEUED
        .with(Serving.BY_LAST_OF_OWN)
        .with(Waking.ALL)
        .with(Failure.WHO_ASKED)
        .atMostInFlight(1)
        .acceptingShortAnswers();
  }

  @Override
  public List<Creation> decide(PoolView pool, PoolEvent event) {
    int minimum = pool.limits().minSessions();
    if (event instanceof PoolEvent.Opened) {
      return channels.levelling(pool, minimum);
    }
    return event.isMiss() && pool.creating() == 0
        ? channels.levelling(pool, Math.min(minimum + 1, pool.room()))
        : List.of();
  }

  @Override
  public boolean turnsAway(PoolView pool) {
    return pool.total() >= pool.limits().maxSessions();
  }
}
