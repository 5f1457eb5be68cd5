package dev.sessionbench.study.calibrate;

import dev.sessionbench.base.model.Invalid;

/**
 * What a calibration may take of a server.
 *
 * @param sessions sessions asked for in all, from 50 to 1,000,000
 * @param sessionsAtOnce sessions alive at the same time, from 10 to 10,000
 * @param rpcsPerSecond RPCs that reach the server in any second, from 20 to 10,000
 * @param seconds how long it measures at most, from 1 to 86,400; deleting the sessions may take a
 *     little longer
 */
public record Budget(int sessions, int sessionsAtOnce, int rpcsPerSecond, int seconds) {
  /** RPCs in flight at most. */
  public static final int IN_FLIGHT = 8;

  private static final int LEAST_RPCS_PER_SECOND = 20;

  /**
   * Checks the budget.
   *
   * @throws IllegalArgumentException naming the part, its value and the range
   */
  public Budget {
    require("--sessions", sessions, 50, 1_000_000);
    require("--at-once", sessionsAtOnce, 10, 10_000);
    require("--rate", rpcsPerSecond, LEAST_RPCS_PER_SECOND, 10_000);
    require("--seconds", seconds, 1, 86_400);
  }

  /**
   * RPCs a second in the long run. Two times as many as may be in flight are kept back: those that
   * were held up on their way, and those that are sent at once when the replies to them have come.
   */
  public int sustainedPerSecond() {
    return rpcsPerSecond - 2 * IN_FLIGHT;
  }

  private static void require(String part, int value, int least, int most) {
    Invalid.when(
        value < least || value > most, "%s %d: must be from %d to %d", part, value, least, most);
  }
}
