package dev.sessionbench.lab.strategy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Another strategy that asks twice where an answer is late: when a request has taken longer than a
 * percentile of those before it and callers wait, as many sessions as they need of it are asked for
 * once more on the next channel. One such hedge at a time, and one for each request. The idea is
 * that of Dean and Barroso, "The Tail at Scale" (2013).
 */
final class Hedged implements GrowthStrategy {
  private static final int REMEMBERED = 64;
  private static final int FEWEST = 8;

  private final GrowthStrategy strategy;
  private final double percentile;
  private final Deque<Long> times = new ArrayDeque<>();
  private final List<Sent> sent = new ArrayList<>();

  /** The age at which a request is late; never while too few have been answered. */
  private long lateNanos = NEVER;

  private @Nullable Creation hedge;
  private boolean hedgeOnItsWay;

  /** A request on its way. */
  private static final class Sent {
    final long sentNanos;
    final int channel;
    final boolean hedges;
    int sessions;
    boolean considered;

    Sent(long sentNanos, Creation creation, int sessions, boolean hedges) {
      this.sentNanos = sentNanos;
      this.channel = creation.channel();
      this.sessions = sessions;
      this.hedges = hedges;
      this.considered = hedges;
    }
  }

  /**
   * Makes one for one pool.
   *
   * @param strategy decides on the first requests
   * @param percentile of the times until now beyond which a request is late, more than 0, at most 1
   */
  Hedged(GrowthStrategy strategy, double percentile) {
    this.strategy = strategy;
    this.percentile = percentile;
  }

  @Override
  public Traits traits() {
    return strategy.traits();
  }

  @Override
  public List<Creation> decide(PoolView pool, PoolEvent event) {
    if (event instanceof PoolEvent.Created created) {
      remember(created.tookNanos());
      answered(created.channel(), created.sessions(), !traits().asksAgain());
    } else if (event instanceof PoolEvent.Failed failed) {
      answered(failed.channel(), failed.lost(), true);
    }
    List<Creation> creations = new ArrayList<>(strategy.decide(pool, event));
    int room = pool.room() - creations.stream().mapToInt(Creation::sessions).sum();
    if (!event.isMiss()) {
      // A caller that misses may be tied to what is decided then.
      creations.addAll(hedge(pool, room));
    }
    return creations;
  }

  /** Answers are taken for those of the oldest request of the channel. */
  private void answered(int channel, int sessions, boolean wholly) {
    Iterator<Sent> oldestFirst = sent.iterator();
    while (oldestFirst.hasNext()) {
      Sent request = oldestFirst.next();
      if (request.channel == channel) {
        request.sessions -= sessions;
        if (wholly || request.sessions <= 0) {
          oldestFirst.remove();
          hedgeOnItsWay &= !request.hedges;
        }
        return;
      }
    }
  }

  private List<Creation> hedge(PoolView pool, int room) {
    if (hedge != null || hedgeOnItsWay) {
      return List.of();
    }
    for (Sent request : sent) {
      if (!request.considered && pool.nowNanos() - request.sentNanos >= lateNanos) {
        request.considered = true;
        int sessions = Math.min(room, Math.min(request.sessions, pool.waiting()));
        if (sessions > 0) {
          int channel = (request.channel + 1) % pool.limits().numChannels();
          hedge = new Creation(sessions, channel);
          return List.of(hedge);
        }
      }
    }
    return List.of();
  }

  private void remember(long tookNanos) {
    times.addLast(tookNanos);
    if (times.size() > REMEMBERED) {
      times.removeFirst();
    }
    if (times.size() >= FEWEST) {
      List<Long> sorted = times.stream().sorted().toList();
      lateNanos = sorted.get((int) Math.ceil(percentile * sorted.size()) - 1) + 1;
    }
  }

  @Override
  public int stillNeeded(PoolView pool, Creation creation) {
    int sessions = strategy.stillNeeded(pool, creation);
    boolean hedges = creation.equals(hedge);
    if (hedges) {
      hedge = null;
    }
    if (sessions > 0) {
      sent.add(new Sent(pool.nowNanos(), creation, sessions, hedges));
      hedgeOnItsWay |= hedges;
    }
    return sessions;
  }

  @Override
  public boolean turnsAway(PoolView pool) {
    return strategy.turnsAway(pool);
  }

  @Override
  public long nextTickNanos() {
    long next = strategy.nextTickNanos();
    if (hedge == null && !hedgeOnItsWay && lateNanos != NEVER) {
      for (Sent request : sent) {
        if (!request.considered) {
          next = Math.min(next, request.sentNanos + lateNanos);
        }
      }
    }
    return next;
  }
}
