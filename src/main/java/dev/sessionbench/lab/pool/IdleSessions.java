package dev.sessionbench.lab.pool;

import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.lab.pool.PoolOptions.IdleOrder;
import dev.sessionbench.lab.pool.ReferencePool.PooledSession;
import dev.sessionbench.lab.strategy.ShrinkStrategy;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** The idle sessions of a pool; the one released last is at the end. */
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
    int idle = 0;
    for (PooledSession<S> session : sessions) {
      if (session.sinceNanos - nanos <= 0) {
        idle++;
      }
    }
    return idle;
  }

  /** Takes some out to be closed. */
  List<PooledSession<S>> take(int count, ShrinkStrategy.Order which) {
    Comparator<PooledSession<S>> oldestFirst = Comparator.comparingLong(s -> s.sinceNanos);
    List<PooledSession<S>> taken =
        sessions.stream()
            .sorted(
                which == ShrinkStrategy.Order.LEAST_RECENTLY_USED
                    ? oldestFirst
                    : oldestFirst.reversed())
            .limit(count)
            .toList();
    sessions.removeAll(Set.copyOf(taken));
    return taken;
  }

  /**
   * A list in blocks, so that adding and removing anywhere moves at most one block. The search for
   * a block starts from the last one used, so going through the list finds each at once.
   */
  static final class BlockList<E> extends AbstractList<E> {
    /** About the square root of the largest number of sessions of a pool. */
    private static final int LARGEST_BLOCK = 4_096;

    /** No block is empty, except a single one. */
    private final List<List<E>> blocks = new ArrayList<>(List.of(new ArrayList<>()));

    private int size;

    /** The block used last. */
    private int at;

    /** How many entries lie before it. */
    private int before;

    @Override
    public int size() {
      return size;
    }

    @Override
    public E get(int index) {
      List<E> block = blockOf(index);
      return block.get(index - before);
    }

    @Override
    public void add(int index, E element) {
      List<E> block = blockOf(index);
      block.add(index - before, element);
      size++;
      modCount++;
      if (block.size() > LARGEST_BLOCK) {
        List<E> secondHalf = block.subList(LARGEST_BLOCK / 2, block.size());
        blocks.add(at + 1, new ArrayList<>(secondHalf));
        secondHalf.clear();
      }
    }

    @Override
    public E remove(int index) {
      List<E> block = blockOf(index);
      E removed = block.remove(index - before);
      size--;
      modCount++;
      if (block.isEmpty() && blocks.size() > 1) {
        blocks.remove(at);
        if (at > 0) {
          before -= blocks.get(--at).size();
        }
      }
      return removed;
    }

    /** Goes to the block that an index lies in; the last one for the index after all entries. */
    private List<E> blockOf(int index) {
      while (index < before) {
        before -= blocks.get(--at).size();
      }
      while (at < blocks.size() - 1 && index >= before + blocks.get(at).size()) {
        before += blocks.get(at++).size();
      }
      return blocks.get(at);
    }
  }
}
