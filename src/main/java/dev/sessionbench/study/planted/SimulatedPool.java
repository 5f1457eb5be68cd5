package dev.sessionbench.study.planted;

import dev.sessionbench.model.PoolShape;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.IntConsumer;

/**
 * A pool that grows as the client's does: when nothing is idle and no more sessions are on their
 * way than transactions wait, it asks for a step more. Who waits is served in the order of coming.
 */
final class SimulatedPool {
  private final PoolShape shape;
  private final IntConsumer create;
  private final Queue<Runnable> waiters = new ArrayDeque<>();
  private int inUse;
  private int idle;
  private int creating;

  /**
   * A pool that holds its minimum.
   *
   * @param create asks the server for sessions; {@link #created} is to be called when they are
   *     there
   */
  SimulatedPool(PoolShape shape, IntConsumer create) {
    this.shape = shape;
    this.create = create;
    this.idle = shape.minSessions();
  }

  private void ask(int sessions) {
    if (sessions > 0) {
      creating += sessions;
      create.accept(sessions);
    }
  }

  /** Asks for a session, which belongs to {@code use} from when it is called, now or later. */
  void acquire(Runnable use) {
    if (idle > 0) {
      idle--;
      inUse++;
      use.run();
      return;
    }
    waiters.add(use);
    if (waiters.size() >= creating) {
      ask(Math.min(shape.incStep(), shape.maxSessions() - idle - inUse - creating));
    }
  }

  /** Takes a session back. */
  void release() {
    inUse--;
    give();
  }

  /** So many sessions have come. */
  void created(int sessions) {
    creating -= sessions;
    for (int i = 0; i < sessions; i++) {
      give();
    }
  }

  private void give() {
    Runnable next = waiters.poll();
    if (next == null) {
      idle++;
    } else {
      inUse++;
      next.run();
    }
  }

  int inUse() {
    return inUse;
  }

  int idle() {
    return idle;
  }

  int creating() {
    return creating;
  }
}
