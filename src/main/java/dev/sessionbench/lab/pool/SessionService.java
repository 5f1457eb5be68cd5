package dev.sessionbench.lab.pool;

import java.util.List;

/**
 * Creates and deletes the sessions of a pool. No call blocks or throws.
 *
 * @param <S> what stands for a session
 */
public interface SessionService<S> {
  /**
   * Sends one BatchCreateSessions request.
   *
   * @param channel on which channel, from 0
   * @param sessions how many to create, at least 1
   * @param reply called once with the answer, from any thread, perhaps before this call returns
   */
  void create(int channel, int sessions, Reply<S> reply);

  /**
   * Sends one DeleteSession request without waiting for its answer.
   *
   * @param session which session
   */
  void delete(S session);

  /**
   * Notes that the pool has closed sessions, whether it deletes them or lets the service forget
   * them.
   *
   * @param sessions how many, at least 1
   */
  default void closed(int sessions) {}

  /**
   * Receives the answer to one request.
   *
   * @param <S> what stands for a session
   */
  @FunctionalInterface
  interface Reply<S> {
    /**
     * The answer has come.
     *
     * @param sessions at most as many as were asked for; empty if the request failed for good
     * @param why the reason of a failure, as a phrase
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
