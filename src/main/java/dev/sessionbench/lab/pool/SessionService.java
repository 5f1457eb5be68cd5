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
   * Sends one DeleteSession request; its answer is not awaited.
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
   * Hears the answer to one request.
   *
   * @param <S> what stands for a session
   */
  @FunctionalInterface
  interface Reply<S> {
    /**
     * The answer is there.
     *
     * @param sessions at most as many as were asked for; none where the request failed for good
     * @param why it failed, in a few words
     */
    void answered(List<S> sessions, String why);

    /** The request has created sessions, at least one. */
    default void created(List<S> sessions) {
      answered(sessions, "");
    }

    /** The request failed for good. */
    default void failed(String why) {
      answered(List.of(), why);
    }
  }
}
