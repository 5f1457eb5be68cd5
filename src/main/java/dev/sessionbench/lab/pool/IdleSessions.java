package dev.sessionbench.lab.pool;

import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.lab.pool.PoolOptions.IdleOrder;
import dev.sessionbench.lab.pool.ReferencePool.PooledSession;
import dev.sessionbench.lab.strategy.ShrinkStrategy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** The idle sessions of a pool; the one released last is at the end. */
final class IdleSessions<S> {
  private static final long PLACE_STREAM = 0x1d1e;

  private final List<PooledSession<S>> sessions = new ArrayList<>();
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

  /** The session to be lent next; it stays in the list. */
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

  /** How many have been idle at least since a moment. */
  int idleSince(long nanos) {
    return (int) sessions.stream().filter(session -> session.sinceNanos - nanos <= 0).count();
  }

  /** Takes some out to be closed. */
  List<PooledSession<S>> take(int count, ShrinkStrategy.Order which) {
    Comparator<PooledSession<S>> oldestFirst = Comparator.comparingLong(s -> s.sinceNanos);
    boolean oldest = which == ShrinkStrategy.Order.LEAST_RECENTLY_USED;
    Comparator<PooledSession<S>> order = oldest ? oldestFirst : oldestFirst.reversed();
    List<PooledSession<S>> taken = sessions.stream().sorted(order).limit(count).toList();
    sessions.removeAll(Set.copyOf(taken));
    return taken;
  }
}
