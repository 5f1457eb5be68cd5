package dev.sessionbench.study.diagnosis;

import dev.sessionbench.base.model.Nanos;
import org.apache.commons.math3.analysis.UnivariateFunction;
import org.apache.commons.math3.analysis.solvers.BrentSolver;

/**
 * Predicts a closed loop in closed form. Agents acquire a session, hold it, release it and pause;
 * the pool serves waiters in the order in which they came.
 *
 * <p>It uses the operational laws of Denning and Buzen ("The operational analysis of queueing
 * network models", 1978). A kind of agents completes {@code N / (pause + hold + wait)} transactions
 * a second and uses {@code throughput x hold} sessions. All kinds share one queue, and so one mean
 * wait. It is 0 while the agents need fewer sessions than there are. Otherwise it is such that all
 * sessions are in use. Near that point chance matters, and the real wait is longer than this one.
 *
 * @param throughput transactions a second
 * @param waitMillis the mean wait for a session, in milliseconds
 * @param needed the sessions needed so that no caller waits
 * @param knee the number of agents for which the sessions are enough
 */
public record ClosedLoop(double throughput, double waitMillis, double needed, double knee) {
  private static final double ACCURACY_MILLIS = 1e-9;
  private static final int MOST_STEPS = 1_000;

  /**
   * Predicts a scenario.
   *
   * @param agents the agents
   * @param readHoldMillis how long a read holds its session if no caller waits, in milliseconds
   * @param writeHoldMillis the same for a write
   * @param sessions how many sessions there are, at least 1
   */
  public static ClosedLoop of(
      Agents agents, double readHoldMillis, double writeHoldMillis, double sessions) {
    double pause = agents.pauseMillis();
    UnivariateFunction reads = wait -> agents.readers() / (pause + readHoldMillis + wait);
    UnivariateFunction writes = wait -> agents.writers() / (pause + writeHoldMillis + wait);
    UnivariateFunction inUse =
        wait -> reads.value(wait) * readHoldMillis + writes.value(wait) * writeHoldMillis;
    double needed = inUse.value(0);
    // With a wait this long, fewer sessions than there are would be in use even without pauses.
    double longest =
        (agents.readers() * readHoldMillis + agents.writers() * writeHoldMillis) / sessions;
    double wait =
        needed <= sessions
            ? 0
            : new BrentSolver(ACCURACY_MILLIS)
                .solve(MOST_STEPS, at -> inUse.value(at) - sessions, 0, longest);
    return new ClosedLoop(
        Nanos.MILLIS_PER_SECOND * (reads.value(wait) + writes.value(wait)),
        wait,
        needed,
        agents.number() * sessions / needed);
  }
}
