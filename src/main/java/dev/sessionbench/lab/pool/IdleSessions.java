package dev.sessionbench.lab.pool;

import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.lab.pool.PoolOptions.IdleOrder;
import dev.sessionbench.lab.strategy.ShrinkRule;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** The idle sessions of a pool, the one that was given back last at the end. */
final class IdleSessions<S> {
  private static final long PLACE_STREAM = 0x1d1e;

  private final List<PooledSession<S>> sessions = new BlockList<>();
  private final IdleOrder order;
  private final long seed;
  private long arrived;

  IdleSessions(IdleOrder order, long seed) {
    this.order = order;
    this.seed = seed;
  }

  int size() {
    return sessions.size();
  }

  /** The session to be lent next, which stays. */
  PooledSession<S> next() {
    return sessions.get(order == IdleOrder.LIFO ? sessions.size() - 1 : 0);
  }

  PooledSession<S> takeNext() {
    return sessions.remove(order == IdleOrder.LIFO ? sessions.size() - 1 : 0);
  }

  void giveBack(PooledSession<S> session) {
    sessions.add(session);
  }

  /** Puts a new session at a random place, so that the channels mix, as the Java client does. */
  void arrive(PooledSession<S> session) {
    int place = (int) SeededDraws.uniform(seed, PLACE_STREAM, arrived++, sessions.size() + 1L);
    sessions.add(place, session);
  }

  /** How many have been idle since a moment or before. */
  int idleSince(long nanos) {
    int idle = 0;
    for (PooledSession<S> session : sessions) {
      if (session.sinceNanos() - nanos <= 0) {
        idle++;
      }
    }
    return idle;
  }

  /** Takes some out to be closed. */
  List<PooledSession<S>> take(int count, ShrinkRule.Order which) {
    Comparator<PooledSession<S>> oldestFirst = Comparator.comparingLong(PooledSession::sinceNanos);
    List<PooledSession<S>> taken =
        sessions.stream()
            .sorted(
                which == ShrinkRule.Order.LEAST_RECENTLY_USED
                    ? oldestFirst
                    : oldestFirst.reversed())
            .limit(count)
            .toList();
    sessions.removeAll(Set.copyOf(taken));
    return taken;
  }
}
