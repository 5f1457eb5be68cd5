package dev.sessionbench.lab.pool;

/**
 * Who asks a pool for a session: told once, on any thread, perhaps before {@link
 * ReferencePool#acquire} returns. Must not block.
 *
 * @param <S> what stands for a session
 */
public interface Borrower<S> {
  /**
   * Here is a session; it is to be given back by {@link ReferencePool#release}.
   *
   * @param session the session
   */
  void acquired(PooledSession<S> session);

  /**
   * There will be none.
   *
   * @param why in a few words
   */
  void refused(String why);
}
