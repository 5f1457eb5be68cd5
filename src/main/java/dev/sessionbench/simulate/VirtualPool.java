package dev.sessionbench.simulate;

/** A session pool that never blocks: who cannot have a session at once is called when there is. */
public interface VirtualPool {
  /**
   * Asks for a session.
   *
   * @param use called, now or later, when there is one; it then belongs to the caller
   */
  void acquire(Runnable use);

  /** Gives a session back. */
  void release();
}
