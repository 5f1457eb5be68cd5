package dev.sessionbench.lab.grow;

import dev.sessionbench.lab.strategy.Creation;
import dev.sessionbench.lab.strategy.GrowthStrategy;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.PoolEvent;
import dev.sessionbench.lab.strategy.PoolView;
import dev.sessionbench.lab.strategy.Traits;
import java.util.ArrayList;
import java.util.List;

/**
 * One session for each caller that finds nothing idle, tied to it; and the first caller of a pool
 * below its minimum has the rest of the minimum made behind its own, one by one. Nothing is made at
 * the opening.
 *
 * <p>Source: {@code SimpleDequePool} and {@code AllocationStrategies} of reactor-pool v1.2.6, whose
 * warm-up is one at a time by default. Here the next is asked for whenever an answer arrives.
 */
public final class FirstCallerFills implements GrowthStrategy {
  private final Channels channels;
  private int toWarmUp;

  /**
   * A rule for one pool.
   *
   * @param limits the bounds of the pool
   */
  public FirstCallerFills(Limits limits) {
    this.channels = new Channels(limits.numChannels(), Channels.ANY_SIZE);
  }

  @Override
  public Traits traits() {
    return Traits.TIED;
  }

  @Override
  public List<Creation> decide(PoolView pool, PoolEvent event) {
    // What is yet to be warmed up has been promised and takes room.
    int room = pool.room() - toWarmUp;
    List<Creation> creations = new ArrayList<>();
    if (event.isMiss() && room > 0) {
      int behind = Math.min(room, pool.missing() - toWarmUp) - 1;
      creations.addAll(channels.inTurn(1));
      if (behind > 0) {
        toWarmUp += behind;
        creations.addAll(next());
      }
    } else if (event instanceof PoolEvent.Created || event instanceof PoolEvent.Failed) {
      creations.addAll(next());
    }
    return creations;
  }

  private List<Creation> next() {
    int one = Math.min(1, toWarmUp);
    toWarmUp -= one;
    return channels.inTurn(one);
  }

  @Override
  public boolean turnsAway(PoolView pool) {
    return pool.room() - toWarmUp <= 0;
  }
}
