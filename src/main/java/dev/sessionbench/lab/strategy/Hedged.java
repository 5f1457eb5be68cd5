package dev.sessionbench.lab.strategy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Wraps another strategy and repeats late requests. A request is late when it has taken longer than
 * a percentile of the earlier ones. If callers wait then, as many of its sessions as they need are
 * asked for again on the next channel. There is one such hedge at a time, and one for each request.
 * The idea is from Dean and Barroso, "The Tail at Scale" (2013).
 */
final class Hedged implements GrowthStrategy {
  private static final int REMEMBERED = 64;
  private static final int FEWEST = 8;

  private final GrowthStrategy strategy;
  private final double percentile;
  private final Deque<Long> times = new ArrayDeque<>();
  private final List<Sent> sent = new ArrayList<>();

  /** The age at which a request is late; {@link #NEVER} while too few have been answered. */
  private long lateNanos = NEVER;

  /** Decided and not yet sent. */
  private @Nullable Creation hedge;

  /** A request on its way. */
  private static final class Sent {
    final long sentNanos;
    final int channel;
    final boolean hedges;
    int sessions;
    boolean considered;

    Sent(long sentNanos, int channel, boolean hedges, int sessions) {
      this.sentNanos = sentNanos;
      this.channel = channel;
      this.hedges = hedges;
      this.sessions = sessions;
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
    // A caller that misses may be tied to the requests decided then.
    if (!event.isMiss() && mayHedge()) {
      hedge(pool, room);
      if (hedge != null) {
        creations.add(hedge);
      }
    }
    return creations;
  }

  private boolean mayHedge() {
    return hedge == null && sent.stream().noneMatch(request -> request.hedges);
  }

  /** Attributes an answer to the oldest request of its channel. */
  private void answered(int channel, int sessions, boolean wholly) {
    sent.stream()
        .filter(request -> request.channel == channel)
        .findFirst()
        .ifPresent(oldest -> oldest.sessions -= wholly ? oldest.sessions : sessions);
    sent.removeIf(request -> request.sessions <= 0);
  }

  private void hedge(PoolView pool, int room) {
    for (Sent request : sent) {
      if (hedge == null && !request.considered && pool.nowNanos() >= lateAt(request)) {
        request.considered = true;
        int sessions = Math.min(room, Math.min(request.sessions, pool.waiting()));
        if (sessions > 0) {
          hedge = new Creation(sessions, (request.channel + 1) % pool.limits().numChannels());
        }
      }
    }
  }

  private long lateAt(Sent request) {
    return lateNanos == NEVER ? NEVER : request.sentNanos + lateNanos;
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
    hedge = hedges ? null : hedge;
    if (sessions > 0) {
      sent.add(new Sent(pool.nowNanos(), creation.channel(), hedges, sessions));
    }
    return sessions;
  }

  @Override
  public long nextTickNanos() {
    long next = strategy.nextTickNanos();
    return !mayHedge()
        ? next
        : sent.stream()
            .filter(request -> !request.considered)
            .mapToLong(this::lateAt)
            .reduce(next, Math::min);
  }
}
