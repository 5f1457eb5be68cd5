package dev.sessionbench.lab.strategy;

import dev.sessionbench.base.model.Invalid;

/**
 * One request for new sessions.
 *
 * @param sessions how many it asks for, at least 1
 * @param channel on which gRPC channel, from 0
 */
public record Creation(int sessions, int channel) {
  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException naming what is wrong
   */
  public Creation {
    Invalid.when(sessions < 1, "a request for %d sessions: must be for at least 1", sessions);
    Invalid.when(channel < 0, "a request on channel %d: must be at least 0", channel);
  }
}
