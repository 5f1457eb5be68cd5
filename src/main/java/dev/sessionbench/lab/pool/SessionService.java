package dev.sessionbench.lab.pool;

import java.util.List;

/**
 * What creates the sessions of a pool and deletes them. Neither call blocks, and neither throws.
 *
 * @param <S> what stands for a session
 */
public interface SessionService<S> {
  /**
   * Sends one BatchCreateSessions request.
   *
   * @param channel on which channel, from 0
   * @param sessions how many are asked for, at least 1
   * @param reply told once of the answer, from any thread, perhaps before this call returns
   */
  void create(int channel, int sessions, Reply<S> reply);

  /**
   * Sends one DeleteSession request; nobody waits for its answer.
   *
   * @param session which session
   */
  void delete(S session);

  /**
   * The pool has given up some sessions, whether it deletes them or lets the service forget them.
   *
   * @param sessions how many, at least 1
   */
  default void closed(int sessions) {}

  /**
   * Who waits for the answer to one request.
   *
   * @param <S> what stands for a session
   */
  interface Reply<S> {
    /**
     * The request was answered.
     *
     * @param sessions at least one, at most as many as were asked for
     */
    void created(List<S> sessions);

    /**
     * The request failed for good.
     *
     * @param why in a few words
     */
    void failed(String why);
  }
}
