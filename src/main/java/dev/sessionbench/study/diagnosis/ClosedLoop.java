package dev.sessionbench.study.diagnosis;

import java.util.List;

/**
 * A closed loop in closed form: agents that take a session, hold it, give it back and pause, and a
 * pool that serves those who wait in the order of their coming.
 *
 * <p>By the operational laws of Denning and Buzen ("The operational analysis of queueing network
 * models", 1978) a kind of agents completes {@code N / (pause + hold + wait)} transactions a second
 * and uses {@code throughput x hold} sessions. All kinds share one queue, and so one mean wait; it
 * is 0 while the agents need fewer sessions than there are, and else such that all sessions are in
 * use. Near that point chance matters, and the real wait is longer than this one.
 *
 * @param kinds the agents
 * @param sessions how many sessions there are, at least 1
 */
public record ClosedLoop(List<Agents> kinds, double sessions) {
  private static final double MILLIS_PER_SECOND = 1000;
  private static final int HALVINGS = 100;

  /**
   * Agents of one kind.
   *
   * @param number how many, at least 0
   * @param pauseMillis how long each pauses between transactions, in milliseconds
   * @param holdMillis how long a transaction holds its session, in milliseconds, above 0
   */
  public record Agents(double number, double pauseMillis, double holdMillis) {
    /** Transactions a second, when each waits for so long. */
    double throughput(double waitMillis) {
      return MILLIS_PER_SECOND * number / (pauseMillis + holdMillis + waitMillis);
    }

    private double inUse(double waitMillis) {
      return throughput(waitMillis) * holdMillis / MILLIS_PER_SECOND;
    }
  }

  /** Copies the kinds. */
  public ClosedLoop {
    kinds = List.copyOf(kinds);
  }

  /**
   * The loop of a scenario.
   *
   * @param readHoldMillis how long a read holds its session when nobody waits, in milliseconds
   * @param writeHoldMillis the same of a write
   */
  public static ClosedLoop of(
      dev.sessionbench.study.diagnosis.Agents agents,
      double readHoldMillis,
      double writeHoldMillis,
      double sessions) {
    double pause = agents.pauseMillis();
    return new ClosedLoop(
        List.of(
            new Agents(agents.readers(), pause, readHoldMillis),
            new Agents(agents.writers(), pause, writeHoldMillis)),
        sessions);
  }

  /** The sessions that the agents need so that nobody waits, on average. */
  public double needed() {
    return inUse(0);
  }

  private double inUse(double waitMillis) {
    return kinds.stream().mapToDouble(kind -> kind.inUse(waitMillis)).sum();
  }

  /** The mean wait for a session, in milliseconds. */
  public double waitMillis() {
    if (needed() <= sessions) {
      return 0;
    }
    double low = 0;
    double high = 1;
    while (inUse(high) > sessions) {
      high *= 2;
    }
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      if (inUse(middle) > sessions) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  /** Transactions of all kinds a second. */
  public double throughput() {
    double wait = waitMillis();
    return kinds.stream().mapToDouble(kind -> kind.throughput(wait)).sum();
  }

  /** How many of these agents the sessions suffice for, as a multiple of their number. */
  public double knee() {
    return sessions / needed();
  }
}
