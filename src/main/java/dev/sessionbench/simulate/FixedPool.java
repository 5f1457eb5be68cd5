package dev.sessionbench.simulate;

import java.util.ArrayDeque;
import java.util.Queue;

/** A pool that has all its sessions from the start, and serves those who wait in their order. */
public final class FixedPool implements VirtualPool {
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private int idle;

  /**
   * A full pool.
   *
   * @param sessions how many it has, at least 1
   */
  public FixedPool(int sessions) {
    if (sessions < 1) {
      throw new IllegalArgumentException("sessions=" + sessions + ": must be at least 1");
    }
    idle = sessions;
  }

  @Override
  public void acquire(Runnable use) {
    if (idle > 0) {
      idle--;
      use.run();
    } else {
      waiting.add(use);
    }
  }

  @Override
  public void release() {
    Runnable next = waiting.poll();
    if (next == null) {
      idle++;
    } else {
      next.run();
    }
  }
}
